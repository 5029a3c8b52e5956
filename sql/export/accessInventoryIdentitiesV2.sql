-- Identities and their accounts: one row for each person and account of the person. A person without accounts has
-- one row.
-- key: personId, accountId
-- personId string: Global id of the person
-- displayName: Person.displayName
-- email: Person.email
-- employeeNumber: Person.employeeNumber
-- employmentStatus: Person.employmentStatus
-- employmentType: Person.employmentType
-- title: Person.title
-- department: Person.department
-- managerEmail: Person.managerEmail
-- applicationInstanceId string: Application instance (configured source) that the account belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- accountId string: Global id of the account
-- alias: Account.alias
-- accountName: Account.name
-- accountEmail: Account.email
-- type: Account.type
-- subType: Account.subType
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- accountRole: Account.accountRole
-- mfaRequirements: Account.mfaRequirements
-- ssoRequirements: Account.ssoRequirements
-- authenticationMethods string: How the account can sign in: the types of its authentication methods, joined by `; `
-- analyticsRoleCount: Account.analyticsRoleCount
-- analyticsUserGroupCount: Account.analyticsUserGroupCount
-- analyticsAssignedApplicationCount: Account.analyticsAssignedApplicationCount
-- analyticsResourceInstanceCount: Account.analyticsResourceInstanceCount
-- createdDate: Account.createdDate
-- lastPasswordChangedDate: Account.lastPasswordChangedDate
-- lastActivityDate: Account.lastActivityDate
-- analyticsDaysSinceLastActivity: Account.analyticsDaysSinceLastActivity
-- analyticsIsDormant: Account.analyticsIsDormant
-- analyticsDormantDaysIsLowerBound: Account.analyticsDormantDaysIsLowerBound
-- analyticsAccessRiskPosture: Account.analyticsAccessRiskPosture
-- analyticsRiskViolationCount: Account.analyticsRiskViolationCount
SELECT
  coalesce(person."globalId", account."enrichedPersonId") AS "personId",
  person."displayName" AS "displayName",
  person."email" AS "email",
  person."employeeNumber" AS "employeeNumber",
  person."employmentStatus" AS "employmentStatus",
  person."employmentType" AS "employmentType",
  person."title" AS "title",
  person."department" AS "department",
  person."managerEmail" AS "managerEmail",
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  account."globalId" AS "accountId",
  account."alias" AS "alias",
  account."name" AS "accountName",
  account."email" AS "accountEmail",
  account."type" AS "type",
  account."subType" AS "subType",
  account."enabled" AS "enabled",
  account."isAdmin" AS "isAdmin",
  account."accountRole" AS "accountRole",
  account."mfaRequirements" AS "mfaRequirements",
  account."ssoRequirements" AS "ssoRequirements",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  account."analyticsRoleCount" AS "analyticsRoleCount",
  account."analyticsUserGroupCount" AS "analyticsUserGroupCount",
  account."analyticsAssignedApplicationCount" AS "analyticsAssignedApplicationCount",
  account."analyticsResourceInstanceCount" AS "analyticsResourceInstanceCount",
  account."createdDate" AS "createdDate",
  account."lastPasswordChangedDate" AS "lastPasswordChangedDate",
  account."lastActivityDate" AS "lastActivityDate",
  account."analyticsDaysSinceLastActivity" AS "analyticsDaysSinceLastActivity",
  account."analyticsIsDormant" AS "analyticsIsDormant",
  account."analyticsDormantDaysIsLowerBound" AS "analyticsDormantDaysIsLowerBound",
  account."analyticsAccessRiskPosture" AS "analyticsAccessRiskPosture",
  account."analyticsRiskViolationCount" AS "analyticsRiskViolationCount"
FROM inventory."Person" AS person
FULL JOIN (FROM inventory."Account" WHERE "enrichedPersonId" IS NOT NULL) AS account
  ON account."enrichedPersonId" = person."globalId"
