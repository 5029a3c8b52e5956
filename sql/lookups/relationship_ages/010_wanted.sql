-- The relationships, with the date that the source gives and the time when the service first read them in this form.
SELECT "globalId" AS id, 'EntityManagedViaObject' AS type, "objectMetadata"."ApplicationInstanceId" AS instance,
  "objectMetadata"."GeneratedTime" AS read_at, NULL::TIMESTAMP AS created
FROM inventory."EntityManagedViaObject" SEMI JOIN asked ON asked.id = "globalId"
UNION ALL
SELECT "globalId", 'EntityAssignedAccessToObject', "objectMetadata"."ApplicationInstanceId", "objectMetadata"."GeneratedTime",
  try_cast([item."value"->>'$' FOR item
    IN from_json("entitlementSpecification"->'$.reasonSpecificData.accessControlMetadata', '[{"name": "VARCHAR", "value": "JSON"}]')
    IF item."name" = 'created'][1] AS TIMESTAMP)
FROM inventory."EntityAssignedAccessToObject" SEMI JOIN asked ON asked.id = "globalId"
