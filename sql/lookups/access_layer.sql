-- The next layer of the graph of access: the steps that lead on from some nodes, or back to them. A node is a holder (it has grants
-- and memberships) or an object (others have grants of it, and it contains resources).
--   $holders, $objects: numbers of the nodes, with commas between them
--   $is_back: follow the steps against their direction
--   $per_node: how many steps to list for each node; groups, roles and privileged grants come first
--   $size: how many steps to list at most
WITH holders AS MATERIALIZED (
  SELECT unnest(string_split(nullif($holders, ''), ','))::INTEGER AS near
), objects AS MATERIALIZED (
  SELECT unnest(string_split(nullif($objects, ''), ','))::INTEGER AS near
), steps AS MATERIALIZED (
  SELECT 'Membership' AS kind, relation_id AS id, 0::USMALLINT AS permissions, near, 'Holder' AS near_as, container AS far,
    'Holder' AS far_as
  FROM holders JOIN inventory.access_memberships ON member = near WHERE NOT $is_back::BOOLEAN
  UNION ALL
  SELECT CASE WHEN is_denial THEN 'Denial' ELSE 'Grant' END, assignment_id, permissions & 511::USMALLINT, near, 'Holder', object, 'Object'
  FROM holders JOIN inventory.access_grants ON holder = near WHERE NOT $is_back::BOOLEAN
  UNION ALL
  SELECT 'Containment', NULL, 0::USMALLINT, near, 'Object', resource, 'Object'
  FROM objects JOIN inventory.access_containments ON parent = near WHERE NOT $is_back::BOOLEAN
  UNION ALL
  SELECT 'Membership', relation_id, 0::USMALLINT, near, 'Holder', member, 'Holder'
  FROM holders JOIN inventory.access_memberships ON container = near WHERE $is_back::BOOLEAN
  UNION ALL
  SELECT CASE WHEN is_denial THEN 'Denial' ELSE 'Grant' END, assignment_id, permissions & 511::USMALLINT, near, 'Object', holder, 'Holder'
  FROM objects JOIN inventory.access_grants ON object = near WHERE $is_back::BOOLEAN
  UNION ALL
  SELECT 'Containment', NULL, 0::USMALLINT, near, 'Object', parent, 'Object'
  FROM objects JOIN inventory.access_containments ON resource = near WHERE $is_back::BOOLEAN
), named AS (
  SELECT steps.*, node.id AS far_id, node.type AS far_type, node.name AS far_name, node.is_enabled AS far_is_enabled,
    row_number() OVER (PARTITION BY near, near_as
      ORDER BY node.type = 'Account', permissions & 64::USMALLINT DESC, node.type, node.name, node.number, steps.id) AS place,
    count(*) OVER (PARTITION BY near, near_as)::INTEGER AS near_steps
  FROM steps JOIN inventory.access_nodes AS node ON node.number = steps.far
), shown AS MATERIALIZED (
  SELECT * FROM named WHERE place <= $per_node::INTEGER ORDER BY place, near LIMIT $size::INTEGER
), far AS MATERIALIZED (
  SELECT DISTINCT far, far_as FROM shown WHERE kind <> 'Denial'
), next_steps AS (
  SELECT far, far_as, count(*)::INTEGER AS count FROM (
    SELECT far, far_as FROM far JOIN inventory.access_memberships ON far_as = 'Holder'
      AND CASE WHEN $is_back::BOOLEAN THEN container ELSE member END = far
    UNION ALL
    SELECT far, far_as FROM far JOIN inventory.access_grants
      ON far_as = CASE WHEN $is_back::BOOLEAN THEN 'Object' ELSE 'Holder' END
      AND CASE WHEN $is_back::BOOLEAN THEN object ELSE holder END = far
    UNION ALL
    SELECT far, far_as FROM far JOIN inventory.access_containments ON far_as = 'Object'
      AND CASE WHEN $is_back::BOOLEAN THEN resource ELSE parent END = far
  ) GROUP BY ALL
)
SELECT kind, id, permissions, near, near_as, near_steps, far, far_as, far_id, far_type, far_name,
  far_is_enabled, coalesce(next_steps.count, 0) AS far_steps
FROM shown LEFT JOIN next_steps USING (far, far_as)
ORDER BY near, near_as, place
