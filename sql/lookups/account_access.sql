-- What one account reaches: the containers that it is in, the objects that it or a container has grants of, and the resources in
-- these, without what denials take away. The rule is in sql/build/analytics/013_grants.sql. Permissions are bits; 256 is membership.
WITH account AS MATERIALIZED (
  SELECT number FROM inventory.access_nodes WHERE id = $account_id::UUID
), holders AS MATERIALIZED (
  SELECT number AS holder, 0 AS hops FROM account
  UNION ALL
  SELECT nesting.outside, min(nesting.depth) + 1
  FROM account
  JOIN inventory.access_memberships AS membership ON membership.member = account.number
  JOIN inventory.access_nesting AS nesting ON nesting.inside = membership.container
  GROUP BY nesting.outside
), granted AS MATERIALIZED (
  SELECT granted.object, granted.permissions, granted.is_denial, min(holders.hops) + 1 AS hops
  FROM holders JOIN inventory.access_grants AS granted USING (holder)
  GROUP BY ALL
), reached AS MATERIALIZED (
  FROM granted
  UNION ALL
  SELECT place.resource, granted.permissions, granted.is_denial, granted.hops + place.depth
  FROM granted JOIN inventory.access_places AS place ON place.ancestor = granted.object
), denied AS (
  SELECT object, bit_or(permissions) AS permissions FROM reached WHERE is_denial GROUP BY object
), allowed AS (
  SELECT reached.object, reached.permissions & ~coalesce(denied.permissions, 0::USMALLINT) AS permissions, reached.hops
  FROM reached LEFT JOIN denied USING (object) WHERE NOT reached.is_denial
  UNION ALL
  SELECT holder, 256::USMALLINT, hops FROM holders WHERE hops > 0
), combined AS (
  SELECT object, bit_or(permissions) AS permissions, min(hops) AS hops
  FROM allowed
  WHERE permissions & 447::USMALLINT > 0 AND object > coalesce($after, '-1')::INTEGER
  GROUP BY object
)
SELECT node.id AS "objectId", node.type AS "objectType", node.name AS "objectName",
  node.application_instance_id AS "applicationInstanceId", combined.hops, combined.permissions,
  combined.object::VARCHAR AS page_key
FROM combined JOIN inventory.access_nodes AS node ON node.number = combined.object
WHERE coalesce(node.type = $object_type, true)
  AND coalesce(node.application_instance_id = $application_instance_id::UUID, true)
ORDER BY combined.object
LIMIT $size
