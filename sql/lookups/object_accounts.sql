-- The accounts that reach one object: by membership when it is a container, and by grants of it or of a resource that contains it,
-- directly or through containers, without those that denials keep out. The rule is in sql/build/analytics/013_grants.sql.
WITH object AS MATERIALIZED (
  SELECT number FROM inventory.access_nodes WHERE id = $object_id::UUID
), places AS MATERIALIZED (
  SELECT number AS object, 0 AS depth FROM object
  UNION ALL
  SELECT place.ancestor, place.depth FROM object JOIN inventory.access_places AS place ON place.resource = object.number
), holders AS MATERIALIZED (
  SELECT granted.holder, granted.permissions, granted.is_denial, min(places.depth) + 1 AS hops
  FROM places JOIN inventory.access_grants AS granted USING (object)
  GROUP BY ALL
  UNION ALL
  SELECT number, 256::USMALLINT, false, 0 FROM object
), containers AS MATERIALIZED (
  SELECT nesting.inside AS container, holders.permissions, holders.is_denial, min(holders.hops + nesting.depth) AS hops
  FROM holders JOIN inventory.access_nesting AS nesting ON nesting.outside = holders.holder
  GROUP BY ALL
), reached AS MATERIALIZED (
  SELECT holder AS account, permissions, is_denial, hops FROM holders WHERE permissions < 256
  UNION ALL
  SELECT membership.member, containers.permissions, containers.is_denial, containers.hops + 1
  FROM containers JOIN inventory.access_memberships AS membership USING (container)
  WHERE membership.is_account
), denied AS (
  SELECT account, bit_or(permissions) AS permissions FROM reached WHERE is_denial GROUP BY account
), combined AS (
  SELECT account, bit_or(permissions) AS permissions, min(hops) AS hops
  FROM (
    SELECT reached.account, reached.permissions & ~coalesce(denied.permissions, 0::USMALLINT) AS permissions, reached.hops
    FROM reached LEFT JOIN denied USING (account) WHERE NOT reached.is_denial
  )
  WHERE permissions & 447::USMALLINT > 0 AND account > coalesce($after, '-1')::INTEGER
  GROUP BY account
)
SELECT node.id AS "accountId", node.name AS "alias", node.is_enabled AS "enabled",
  node.application_instance_id AS "applicationInstanceId", combined.hops, combined.permissions,
  combined.account::VARCHAR AS page_key
FROM combined JOIN inventory.access_nodes AS node ON node.number = combined.account
WHERE node.type = 'Account' AND node.is_read
  AND coalesce(node.application_instance_id = $application_instance_id::UUID, true)
ORDER BY combined.account
LIMIT $size
