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
-- origin: the account
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
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  account."globalId" AS "accountId",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods"
FROM inventory."Person" AS person
FULL JOIN (FROM inventory."Account" WHERE "enrichedPersonId" IS NOT NULL) AS account
  ON account."enrichedPersonId" = person."globalId"
