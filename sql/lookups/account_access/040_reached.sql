-- What is left of them after denials, and the containers.
WITH places AS MATERIALIZED (
  SELECT object, permissions & 511::USMALLINT AS permissions, is_denial, hops FROM granted
  UNION ALL
  SELECT place.resource, granted.permissions, granted.is_denial, granted.hops + place.depth
  FROM granted JOIN inventory.access_places AS place ON place.ancestor = granted.object
  WHERE granted.permissions & 512::USMALLINT = 0
), denied AS (
  SELECT object, bit_or(permissions) AS permissions FROM places WHERE is_denial GROUP BY object
), allowed AS (
  SELECT places.object, places.permissions & ~coalesce(denied.permissions, 0::USMALLINT) AS permissions, places.hops
  FROM places LEFT JOIN denied USING (object) WHERE NOT places.is_denial
  UNION ALL
  SELECT holder, 256::USMALLINT, hops FROM holders WHERE hops > 0
)
SELECT object, bit_or(permissions) AS permissions, min(hops) AS hops
FROM allowed
WHERE permissions & 447::USMALLINT > 0
GROUP BY object
