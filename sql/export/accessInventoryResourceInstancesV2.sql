-- Resource instances: one row for each repository, folder, page, database or other resource that access is given to.
-- key: applicationInstanceId, resourceInstanceId
-- origin: the resource
-- resourceInstanceId string: Global id of the resource
-- resourceInstanceLocalId: ResourceInstance.id
-- name: ResourceInstance.name
-- displayName: ResourceInstance.displayName
-- resourceClassName string: Name of the class of the resource
-- parentId: ResourceInstance.globalParentId
-- parentName string: Name of the resource that contains this one
-- pageUri: ResourceInstance.pageUri
-- isSensitive: ResourceInstance.isSensitive
-- externallyShared: ResourceInstance.externallyShared
-- ownerAccountLocalIds: ResourceInstance.ownerAccountIds
-- analyticsAccountsWithAccessCount: ResourceInstance.analyticsAccountsWithAccessCount
-- createdDate: ResourceInstance.createdDate
-- lastModifiedDate: ResourceInstance.lastModifiedDate
-- sourceTag: ResourceInstance.sourceTag
SELECT
  resourceInstance."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  resourceInstance."globalId" AS "resourceInstanceId",
  resourceClass."name" AS "resourceClassName",
  parent."name" AS "parentName"
FROM inventory."ResourceInstance" AS resourceInstance
LEFT JOIN inventory."ResourceClass" AS resourceClass ON resourceClass."globalId" = resourceInstance."globalResourceClass"
LEFT JOIN inventory."ResourceInstance" AS parent ON parent."globalId" = resourceInstance."globalParentId"
