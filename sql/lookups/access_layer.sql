-- The next layer of the graph of access: the steps that lead on from some nodes, or back to them. A node is a holder (it has grants
-- and memberships), an object (others have grants of it), or a container: an object together with what it contains. So a grant that does
-- not hold for contents leads to the object and no further, and is not followed back from what the object contains.
--   $holders, $objects, $containers: numbers of the nodes, with commas between them
--   $is_back: follow the steps against their direction
--   $per_node: how many steps to list for each node; groups, roles and privileged grants come first
--   $size: how many steps to list at most
-- A node that stands for the contents of some classes (contents_of) contains these alone, and not what they contain.
WITH nodes AS MATERIALIZED (
  SELECT unnest(string_split(nullif($holders, ''), ','))::INTEGER AS near, 'Holder' AS near_as
  UNION ALL
  SELECT unnest(string_split(nullif($objects, ''), ','))::INTEGER, 'Object'
  UNION ALL
  SELECT unnest(string_split(nullif($containers, ''), ','))::INTEGER, 'Container'
), contents AS NOT MATERIALIZED (
  SELECT containment.resource, containment.parent, outside.contents_of IS NOT NULL AS is_of_classes
  FROM inventory.access_containments AS containment JOIN inventory.access_nodes AS outside ON outside.number = containment.parent
), steps AS MATERIALIZED (
  SELECT 'Membership' AS kind, relation_id AS id, 0::USMALLINT AS permissions, near, near_as, container AS far, 'Holder' AS far_as
  FROM nodes JOIN inventory.access_memberships ON member = near WHERE near_as = 'Holder' AND NOT $is_back::BOOLEAN
  UNION ALL
  SELECT CASE WHEN is_denial THEN 'Denial' ELSE 'Grant' END, assignment_id, permissions & 511::USMALLINT, near, near_as, object,
    CASE WHEN permissions & 512::USMALLINT > 0 THEN 'Object' ELSE 'Container' END
  FROM nodes JOIN inventory.access_grants ON holder = near WHERE near_as = 'Holder' AND NOT $is_back::BOOLEAN
  UNION ALL
  SELECT 'Containment', NULL, 0::USMALLINT, near, near_as, resource, CASE WHEN is_of_classes THEN 'Object' ELSE 'Container' END
  FROM nodes JOIN contents ON parent = near WHERE near_as = 'Container' AND NOT $is_back::BOOLEAN
  UNION ALL
  SELECT 'Membership', relation_id, 0::USMALLINT, near, near_as, member, 'Holder'
  FROM nodes JOIN inventory.access_memberships ON container = near WHERE near_as = 'Holder' AND $is_back::BOOLEAN
  UNION ALL
  SELECT CASE WHEN is_denial THEN 'Denial' ELSE 'Grant' END, assignment_id, permissions & 511::USMALLINT, near, near_as, holder, 'Holder'
  FROM nodes JOIN inventory.access_grants ON object = near AND (near_as = 'Object' OR permissions & 512::USMALLINT = 0)
  WHERE near_as <> 'Holder' AND $is_back::BOOLEAN
  UNION ALL
  SELECT 'Containment', NULL, 0::USMALLINT, near, near_as, parent, 'Container'
  FROM nodes JOIN contents ON resource = near AND (near_as = 'Object' OR NOT is_of_classes)
  WHERE near_as <> 'Holder' AND $is_back::BOOLEAN
), named AS (
  SELECT steps.*, coalesce(node.contents_of, node.id) AS far_id,
    CASE WHEN node.contents_of IS NULL THEN node.type ELSE 'ResourceInstance' END AS far_type,
    node.name AS far_name, node.is_enabled AS far_is_enabled, CASE WHEN node.contents_of IS NOT NULL THEN node.id END AS far_contents,
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
      ON CASE WHEN $is_back::BOOLEAN THEN far_as = 'Object' OR (far_as = 'Container' AND permissions & 512::USMALLINT = 0)
        ELSE far_as = 'Holder' END
      AND CASE WHEN $is_back::BOOLEAN THEN object ELSE holder END = far
    UNION ALL
    SELECT far, far_as FROM far JOIN contents
      ON CASE WHEN $is_back::BOOLEAN THEN far_as = 'Object' OR (far_as = 'Container' AND NOT is_of_classes)
        ELSE far_as = 'Container' END
      AND CASE WHEN $is_back::BOOLEAN THEN resource ELSE parent END = far
  ) GROUP BY ALL
)
SELECT kind, id, permissions, near, near_as, near_steps, far, far_as, far_id, far_type, far_name,
  far_is_enabled, far_contents, coalesce(next_steps.count, 0) AS far_steps
FROM shown LEFT JOIN next_steps USING (far, far_as)
ORDER BY near, near_as, place
