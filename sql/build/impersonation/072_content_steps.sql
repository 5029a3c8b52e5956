-- Whoever can act as everything in a container can act as what lies directly in it.

INSERT INTO impersonation.steps
WITH inside AS (
  SELECT "globalManagedViaObjectId" AS container, "managedViaObjectType" AS container_type,
    "objectMetadata"."ApplicationInstanceId" AS instance, "globalEntityId" AS id, "entityType" AS type, "globalId" AS evidence
  FROM model."EntityManagedViaObject"
  UNION ALL
  SELECT "globalObjectDirectoryContainerId", 'ObjectDirectory', "objectMetadata"."ApplicationInstanceId", "globalId", 'Account', NULL
  FROM model."Account" WHERE "globalObjectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "globalParentId", 'ObjectDirectory', "objectMetadata"."ApplicationInstanceId", "globalId", 'ObjectDirectory', NULL
  FROM model."ObjectDirectory" WHERE "globalParentId" IS NOT NULL
)
SELECT content_node(container), container_type, container, instance,
  CASE type WHEN 'Account' THEN id ELSE content_node(id) END, type, id, instance, 'Content', evidence, NULL
FROM inside SEMI JOIN impersonation.contents AS contents USING (container) WHERE id <> container;
