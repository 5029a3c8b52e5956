-- When all relationships of a type and source appeared, the source was read for the first time in the first of these versions. That says
-- nothing about their age.
SELECT instance, type, min(version) AS version
FROM (
  SELECT "globalId" AS id, 'EntityManagedViaObject' AS type, "objectMetadata"."ApplicationInstanceId" AS instance
  FROM inventory."EntityManagedViaObject"
  UNION ALL
  SELECT "globalId", 'EntityAssignedAccessToObject', "objectMetadata"."ApplicationInstanceId"
  FROM inventory."EntityAssignedAccessToObject"
) LEFT JOIN appearances USING (id)
WHERE instance IN (SELECT instance FROM wanted SEMI JOIN appearances USING (id))
GROUP BY ALL
HAVING count(*) = count(version)
