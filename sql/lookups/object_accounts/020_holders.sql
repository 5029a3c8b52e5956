-- What has grants and denials of these, and the object itself, because its members reach it.
SELECT granted.holder, granted.permissions & 511::USMALLINT AS permissions, granted.is_denial, min(places.depth) + 1 AS hops
FROM places JOIN inventory.access_grants_by_object AS granted USING (object)
WHERE places.depth = 0 OR granted.permissions & 512::USMALLINT = 0
GROUP BY ALL
UNION ALL
SELECT object, 256::USMALLINT, false, 0 FROM places WHERE depth = 0
