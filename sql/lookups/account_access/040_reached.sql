-- What is left of them after denials, and the containers.
WITH places AS MATERIALIZED (
  SELECT object, permissions & 511::USMALLINT AS permissions, is_denial, hops, is_without FROM granted
  UNION ALL
  SELECT place.resource, granted.permissions, granted.is_denial, granted.hops + place.depth, is_without
  FROM granted JOIN inventory.access_places AS place ON place.ancestor = granted.object
  WHERE granted.permissions & 512::USMALLINT = 0
), denied AS (
  SELECT object, is_without, bit_or(permissions) AS permissions FROM places WHERE is_denial GROUP BY ALL
), allowed AS (
  SELECT places.object, places.permissions & ~coalesce(denied.permissions, 0::USMALLINT) AS permissions, places.hops, is_without
  FROM places LEFT JOIN denied USING (object, is_without) WHERE NOT places.is_denial
  UNION ALL
  SELECT holder, 256::USMALLINT, hops, is_without FROM holders WHERE hops > 0
)
SELECT object, bit_or(permissions) AS permissions, min(hops) AS hops, is_without
FROM allowed
WHERE permissions & 447::USMALLINT > 0
GROUP BY object, is_without
