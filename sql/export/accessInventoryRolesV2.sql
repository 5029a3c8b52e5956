-- Roles: one row for each role of every application.
-- key: applicationInstanceId, roleId
-- in the order of: Role
-- origin: the role
-- roleId string: Global id of the role
-- roleLocalId: Role.id
-- name: Role.name
-- description: Role.description
-- applicationRoleType: Role.applicationRoleType
-- type: Role.type
-- isCustom: Role.isCustom
-- analyticsOwners: Role.analyticsOwners
-- analyticsMemberCount: Role.analyticsMemberCount
-- analyticsMemberAccountsCount: Role.analyticsMemberAccountsCount
-- analyticsActiveMemberCount: Role.analyticsActiveMemberCount
-- analyticsInactiveMemberCount: Role.analyticsInactiveMemberCount
-- analyticsAssignedUserGroupCount: Role.analyticsAssignedUserGroupCount
-- analyticsAssignedRoleCount: Role.analyticsAssignedRoleCount
-- analyticsAssignedApplicationCount: Role.analyticsAssignedApplicationCount
-- analyticsAccessToResourceInstancesCount: Role.analyticsAccessToResourceInstancesCount
-- createdDate: Role.createdDate
-- lastModifiedDate: Role.lastModifiedDate
-- sourceTag: Role.sourceTag
-- sorPrimaryStewardEmail: Role.sorPrimaryStewardEmail
SELECT
  role."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  role."globalId" AS "roleId"
FROM inventory."Role" AS role
