-- Accounts that are used in applications: one row for each account with the function `ApplicationAccount`, with the
-- person behind it and how it signs in.
-- key: applicationInstanceId, accountId
-- applicationInstanceId string: Application instance (configured source) that the account belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- accountId string: Global id of the account
-- alias: Account.alias
-- accountName: Account.name
-- email: Account.email
-- type: Account.type
-- subType: Account.subType
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- accountRole: Account.accountRole
-- authenticationMethods string: How the account can sign in: the types of its authentication methods, joined by `; `
-- mfaRequirements: Account.mfaRequirements
-- ssoRequirements: Account.ssoRequirements
-- isSSOLoginAvailable: Account.enrichedIsSSOLoginAvailable
-- ssoSourceAccountId: Account.enrichedSSOSourceAccountId
-- personId: Account.enrichedPersonId
-- personName string: Name of the person that the account belongs to
-- personEmail string: Primary e-mail address of that person
-- employmentStatus: Person.employmentStatus
-- licenseType: Account.licenseType
-- licenseLevel: Account.licenseLevel
-- licenseStatus: Account.licenseStatus
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
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  account."globalId" AS "accountId",
  account."alias" AS "alias",
  account."name" AS "accountName",
  account."email" AS "email",
  account."type" AS "type",
  account."subType" AS "subType",
  account."enabled" AS "enabled",
  account."isAdmin" AS "isAdmin",
  account."accountRole" AS "accountRole",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  account."mfaRequirements" AS "mfaRequirements",
  account."ssoRequirements" AS "ssoRequirements",
  account."enrichedIsSSOLoginAvailable" AS "isSSOLoginAvailable",
  account."enrichedSSOSourceAccountId" AS "ssoSourceAccountId",
  account."enrichedPersonId" AS "personId",
  person."displayName" AS "personName",
  person."email" AS "personEmail",
  person."employmentStatus" AS "employmentStatus",
  account."licenseType" AS "licenseType",
  account."licenseLevel" AS "licenseLevel",
  account."licenseStatus" AS "licenseStatus",
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
FROM inventory."Account" AS account
LEFT JOIN inventory."Person" AS person ON person."globalId" = account."enrichedPersonId"
WHERE list_contains(account."authenticationFunctions", 'ApplicationAccount')
