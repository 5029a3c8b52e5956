-- User groups: one row for each group of every application.
-- key: applicationInstanceId, groupId
-- in the order of: UserGroup
-- origin: the group
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
-- joinPolicy: UserGroup.joinPolicy
-- allowsExternalMembers: UserGroup.allowsExternalMembers
SELECT
  userGroup."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  userGroup."globalId" AS "groupId",
  array_to_string(userGroup."owners"->>'$[*].objectId', '; ') AS "ownerIds"
FROM inventory."UserGroup" AS userGroup
