-- severity: stop
-- for each type
-- A global id identifies one object: clients could not distinguish two objects with the same global id.
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, count(*) - count(DISTINCT "globalId") AS count FROM computed."{{type}}" GROUP BY ALL
