-- Employees and their accounts: one row for each employee and account of the employee, over all applications. An
-- employee without accounts has one row.
-- key: employeeId, accountId
-- employeeId string: Global id of the employee
-- employeeNumber: Employee.employeeNumber
-- name: Employee.name
-- email: Employee.email
-- employmentStatus: Employee.employmentStatus
-- employmentType: Employee.employmentType
-- hireDate: Employee.hireDate
-- terminationDate: Employee.terminationDate
-- title: Employee.title
-- department: Employee.department
-- costCenter: Employee.costCenter
-- companyName: Employee.companyName
-- location: Employee.location
-- countryCode: Employee.countryCode
-- managerEmail: Employee.managerEmail
-- personId: Employee.enrichedPersonId
-- origin: the account
-- accountId string: Global id of the account
-- alias: Account.alias
-- accountEmail: Account.email
-- type: Account.type
-- subType: Account.subType
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- accountRole: Account.accountRole
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
  employee."globalId" AS "employeeId",
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  account."globalId" AS "accountId",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods"
FROM inventory."Employee" AS employee
LEFT JOIN inventory."Account" AS account ON account."enrichedPersonId" = employee."enrichedPersonId"
