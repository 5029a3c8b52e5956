-- Accounts: one row for each account of every type, in every application.
-- key: applicationInstanceId, accountId
-- in order: yes
-- applicationInstanceId string: Application instance (configured source) that the account belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- accountId string: Global id of the account
-- accountLocalId: Account.id
-- alias: Account.alias
-- name: Account.name
-- displayName: Account.displayName
-- email: Account.email
-- type: Account.type
-- subType: Account.subType
-- userType: Account.userType
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- hasAPIAccess: Account.hasAPIAccess
-- accountRole: Account.accountRole
-- accountRoleDisplayName: Account.accountRoleDisplayName
-- authenticationFunctions: Account.authenticationFunctions
-- authenticationMethods string: How the account can sign in: the types of its authentication methods, joined by `; `
-- mfaRequirements: Account.mfaRequirements
-- ssoRequirements: Account.ssoRequirements
-- title: Account.title
-- department: Account.department
-- companyName: Account.companyName
-- costCenter: Account.costCenter
-- employeeNumber: Account.employeeNumber
-- countryCode: Account.countryCode
-- licenseType: Account.licenseType
-- licenseLevel: Account.licenseLevel
-- licenseStatus: Account.licenseStatus
-- createdDate: Account.createdDate
-- lastModifiedDate: Account.lastModifiedDate
-- expirationDate: Account.expirationDate
-- lastPasswordChangedDate: Account.lastPasswordChangedDate
-- lastActivityDate: Account.lastActivityDate
-- analyticsDaysSinceLastActivity: Account.analyticsDaysSinceLastActivity
-- analyticsIsDormant: Account.analyticsIsDormant
-- analyticsDormantDaysIsLowerBound: Account.analyticsDormantDaysIsLowerBound
-- analyticsRoleCount: Account.analyticsRoleCount
-- analyticsUserGroupCount: Account.analyticsUserGroupCount
-- analyticsAssignedApplicationCount: Account.analyticsAssignedApplicationCount
-- analyticsResourceInstanceCount: Account.analyticsResourceInstanceCount
-- analyticsImpersonatableAccountsCount: Account.analyticsImpersonatableAccountsCount
-- analyticsAccessRiskPosture: Account.analyticsAccessRiskPosture
-- analyticsRiskViolationCount: Account.analyticsRiskViolationCount
-- personId: Account.enrichedPersonId
-- ownerAccountIds: Account.enrichedOwnerAccountIds
-- isSSOLoginAvailable: Account.enrichedIsSSOLoginAvailable
-- sorPrimaryStewardEmail: Account.sorPrimaryStewardEmail
-- sorDepartment: Account.sorDepartment
-- sorTitle: Account.sorTitle
-- sorManagerEmail: Account.sorManagerEmail
-- sorEmploymentStatus: Account.sorEmploymentStatus
SELECT
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  account."globalId" AS "accountId",
  account."id" AS "accountLocalId",
  account."alias" AS "alias",
  account."name" AS "name",
  account."displayName" AS "displayName",
  account."email" AS "email",
  account."type" AS "type",
  account."subType" AS "subType",
  account."userType" AS "userType",
  account."enabled" AS "enabled",
  account."isAdmin" AS "isAdmin",
  account."hasAPIAccess" AS "hasAPIAccess",
  account."accountRole" AS "accountRole",
  account."accountRoleDisplayName" AS "accountRoleDisplayName",
  array_to_string(account."authenticationFunctions", '; ') AS "authenticationFunctions",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  account."mfaRequirements" AS "mfaRequirements",
  account."ssoRequirements" AS "ssoRequirements",
  account."title" AS "title",
  account."department" AS "department",
  account."companyName" AS "companyName",
  account."costCenter" AS "costCenter",
  account."employeeNumber" AS "employeeNumber",
  account."countryCode" AS "countryCode",
  account."licenseType" AS "licenseType",
  account."licenseLevel" AS "licenseLevel",
  account."licenseStatus" AS "licenseStatus",
  account."createdDate" AS "createdDate",
  account."lastModifiedDate" AS "lastModifiedDate",
  account."expirationDate" AS "expirationDate",
  account."lastPasswordChangedDate" AS "lastPasswordChangedDate",
  account."lastActivityDate" AS "lastActivityDate",
  account."analyticsDaysSinceLastActivity" AS "analyticsDaysSinceLastActivity",
  account."analyticsIsDormant" AS "analyticsIsDormant",
  account."analyticsDormantDaysIsLowerBound" AS "analyticsDormantDaysIsLowerBound",
  account."analyticsRoleCount" AS "analyticsRoleCount",
  account."analyticsUserGroupCount" AS "analyticsUserGroupCount",
  account."analyticsAssignedApplicationCount" AS "analyticsAssignedApplicationCount",
  account."analyticsResourceInstanceCount" AS "analyticsResourceInstanceCount",
  account."analyticsImpersonatableAccountsCount" AS "analyticsImpersonatableAccountsCount",
  account."analyticsAccessRiskPosture" AS "analyticsAccessRiskPosture",
  account."analyticsRiskViolationCount" AS "analyticsRiskViolationCount",
  account."enrichedPersonId" AS "personId",
  array_to_string(account."enrichedOwnerAccountIds", '; ') AS "ownerAccountIds",
  account."enrichedIsSSOLoginAvailable" AS "isSSOLoginAvailable",
  account."sorPrimaryStewardEmail" AS "sorPrimaryStewardEmail",
  account."sorDepartment" AS "sorDepartment",
  account."sorTitle" AS "sorTitle",
  account."sorManagerEmail" AS "sorManagerEmail",
  account."sorEmploymentStatus" AS "sorEmploymentStatus"
FROM inventory."Account" AS account
