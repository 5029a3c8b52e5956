-- Accounts that are used in applications: one row for each account with the function `ApplicationAccount`, with the
-- person behind it and how it signs in.
-- key: applicationInstanceId, accountId
-- origin: the account
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
  account."globalId" AS "accountId",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  person."displayName" AS "personName",
  person."email" AS "personEmail"
FROM inventory."Account" AS account
LEFT JOIN inventory."Person" AS person ON person."globalId" = account."enrichedPersonId"
WHERE list_contains(account."authenticationFunctions", 'ApplicationAccount')
