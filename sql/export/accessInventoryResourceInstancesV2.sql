-- Resource instances: one row for each repository, folder, page, database or other resource that access is given to.
-- key: applicationInstanceId, resourceInstanceId
-- applicationInstanceId string: Application instance (configured source) that the resource belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
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
  resource."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(resource."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(resource."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  resource."globalId" AS "resourceInstanceId",
  resource."id" AS "resourceInstanceLocalId",
  resource."name" AS "name",
  resource."displayName" AS "displayName",
  class."name" AS "resourceClassName",
  resource."globalParentId" AS "parentId",
  parent."name" AS "parentName",
  resource."pageUri" AS "pageUri",
  resource."isSensitive" AS "isSensitive",
  resource."externallyShared" AS "externallyShared",
  array_to_string(resource."ownerAccountIds", '; ') AS "ownerAccountLocalIds",
  resource."analyticsAccountsWithAccessCount" AS "analyticsAccountsWithAccessCount",
  resource."createdDate" AS "createdDate",
  resource."lastModifiedDate" AS "lastModifiedDate",
  resource."sourceTag" AS "sourceTag"
FROM inventory."ResourceInstance" AS resource
LEFT JOIN inventory."ResourceClass" AS class ON class."globalId" = resource."globalResourceClass"
LEFT JOIN inventory."ResourceInstance" AS parent ON parent."globalId" = resource."globalParentId"
