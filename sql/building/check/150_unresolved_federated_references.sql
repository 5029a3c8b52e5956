-- severity: warn
-- Federated references whose authentication key names no other instance, or several: their global ids are absent.
SELECT instance, count(*) AS count FROM (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance,
    "createdByFederation" AS federation, "globalCreatedBy" AS found FROM computed."Account" WHERE "createdBy" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "lastModifiedByFederation", "globalLastModifiedBy" FROM computed."Account" WHERE "lastModifiedBy" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "directoryEntryFederation", "globalDirectoryEntryId" FROM computed."Account" WHERE "directoryEntryId" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "directoryProviderFederation", "globalDirectoryProviderId" FROM computed."Account" WHERE "directoryProviderId" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "objectDirectoryContainerFederation", "globalObjectDirectoryContainerId" FROM computed."Account"
  WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "createdByFederation", "globalCreatedBy" FROM computed."Role" WHERE "createdBy" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "lastModifiedByFederation", "globalLastModifiedBy" FROM computed."Role" WHERE "lastModifiedBy" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "objectDirectoryContainerFederation", "globalObjectDirectoryContainerId" FROM computed."Role"
  WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "objectDirectoryContainerFederation", "globalObjectDirectoryContainerId" FROM computed."AssignedApplication"
  WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "federationSpecification", NULL FROM computed."EntityManagedViaObject"
  WHERE "globalEntityId" IS NULL OR "globalManagedViaObjectId" IS NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "federationSpecification", NULL FROM computed."EntityAssignedAccessToObject"
  WHERE "globalEntityId" IS NULL OR "globalAssignedObjectId" IS NULL
) WHERE found IS NULL AND (federation->>'isFederated') = 'true'
GROUP BY instance
