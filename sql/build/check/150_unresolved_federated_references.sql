-- severity: warn
-- Federated references whose authentication key names no other instance, or several: their global ids are absent.
SELECT count(*) AS count FROM (
  SELECT "createdByFederation" AS federation, "globalCreatedBy" AS found FROM "Account" WHERE "createdBy" IS NOT NULL
  UNION ALL
  SELECT "lastModifiedByFederation", "globalLastModifiedBy" FROM "Account" WHERE "lastModifiedBy" IS NOT NULL
  UNION ALL
  SELECT "directoryEntryFederation", "globalDirectoryEntryId" FROM "Account" WHERE "directoryEntryId" IS NOT NULL
  UNION ALL
  SELECT "directoryProviderFederation", "globalDirectoryProviderId" FROM "Account" WHERE "directoryProviderId" IS NOT NULL
  UNION ALL
  SELECT "objectDirectoryContainerFederation", "globalObjectDirectoryContainerId" FROM "Account"
  WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "createdByFederation", "globalCreatedBy" FROM "Role" WHERE "createdBy" IS NOT NULL
  UNION ALL
  SELECT "lastModifiedByFederation", "globalLastModifiedBy" FROM "Role" WHERE "lastModifiedBy" IS NOT NULL
  UNION ALL
  SELECT "objectDirectoryContainerFederation", "globalObjectDirectoryContainerId" FROM "Role"
  WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "objectDirectoryContainerFederation", "globalObjectDirectoryContainerId" FROM "AssignedApplication"
  WHERE "objectDirectoryContainerId" IS NOT NULL
  UNION ALL
  SELECT "federationSpecification", NULL FROM "EntityManagedViaObject"
  WHERE "globalEntityId" IS NULL OR "globalManagedViaObjectId" IS NULL
  UNION ALL
  SELECT "federationSpecification", NULL FROM "EntityAssignedAccessToObject"
  WHERE "globalEntityId" IS NULL OR "globalAssignedObjectId" IS NULL
) WHERE found IS NULL AND (federation->>'isFederated') = 'true'
