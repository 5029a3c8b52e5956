-- User groups: one row for each group of every application.
-- key: applicationInstanceId, groupId
-- in order: yes
-- applicationInstanceId string: Application instance (configured source) that the group belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- groupId string: Global id of the group
-- groupLocalId: UserGroup.id
-- name: UserGroup.name
-- description: UserGroup.description
-- email: UserGroup.email
-- type: UserGroup.type
-- isDynamic: UserGroup.isDynamic
-- isAssignableToRole: UserGroup.isAssignableToRole
-- ownerIds string: Local ids of the owners, joined by `; `
-- analyticsMemberCount: UserGroup.analyticsMemberCount
-- analyticsMemberAccountsCount: UserGroup.analyticsMemberAccountsCount
-- analyticsActiveMemberCount: UserGroup.analyticsActiveMemberCount
-- analyticsInactiveMemberCount: UserGroup.analyticsInactiveMemberCount
-- analyticsAssignedRoleCount: UserGroup.analyticsAssignedRoleCount
-- analyticsAssignedApplicationCount: UserGroup.analyticsAssignedApplicationCount
-- createdDate: UserGroup.createdDate
-- lastModifiedDate: UserGroup.lastModifiedDate
-- sourceTag: UserGroup.sourceTag
SELECT
  userGroup."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(userGroup."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(userGroup."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  userGroup."globalId" AS "groupId",
  userGroup."id" AS "groupLocalId",
  userGroup."name" AS "name",
  userGroup."description" AS "description",
  userGroup."email" AS "email",
  userGroup."type" AS "type",
  userGroup."isDynamic" AS "isDynamic",
  userGroup."isAssignableToRole" AS "isAssignableToRole",
  array_to_string(userGroup."owners"->>'$[*].objectId', '; ') AS "ownerIds",
  userGroup."analyticsMemberCount" AS "analyticsMemberCount",
  userGroup."analyticsMemberAccountsCount" AS "analyticsMemberAccountsCount",
  userGroup."analyticsActiveMemberCount" AS "analyticsActiveMemberCount",
  userGroup."analyticsInactiveMemberCount" AS "analyticsInactiveMemberCount",
  userGroup."analyticsAssignedRoleCount" AS "analyticsAssignedRoleCount",
  userGroup."analyticsAssignedApplicationCount" AS "analyticsAssignedApplicationCount",
  userGroup."createdDate" AS "createdDate",
  userGroup."lastModifiedDate" AS "lastModifiedDate",
  userGroup."sourceTag" AS "sourceTag"
FROM inventory."UserGroup" AS userGroup
