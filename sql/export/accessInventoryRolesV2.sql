-- Roles: one row for each role of every application.
-- key: applicationInstanceId, roleId
-- in order: yes
-- applicationInstanceId string: Application instance (configured source) that the role belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
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
  exports.application(role."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(role."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  role."globalId" AS "roleId",
  role."id" AS "roleLocalId",
  role."name" AS "name",
  role."description" AS "description",
  role."applicationRoleType" AS "applicationRoleType",
  role."type" AS "type",
  role."isCustom" AS "isCustom",
  array_to_string(role."analyticsOwners", '; ') AS "analyticsOwners",
  role."analyticsMemberCount" AS "analyticsMemberCount",
  role."analyticsMemberAccountsCount" AS "analyticsMemberAccountsCount",
  role."analyticsActiveMemberCount" AS "analyticsActiveMemberCount",
  role."analyticsInactiveMemberCount" AS "analyticsInactiveMemberCount",
  role."analyticsAssignedUserGroupCount" AS "analyticsAssignedUserGroupCount",
  role."analyticsAssignedRoleCount" AS "analyticsAssignedRoleCount",
  role."analyticsAssignedApplicationCount" AS "analyticsAssignedApplicationCount",
  role."analyticsAccessToResourceInstancesCount" AS "analyticsAccessToResourceInstancesCount",
  role."createdDate" AS "createdDate",
  role."lastModifiedDate" AS "lastModifiedDate",
  role."sourceTag" AS "sourceTag",
  role."sorPrimaryStewardEmail" AS "sorPrimaryStewardEmail"
FROM inventory."Role" AS role
