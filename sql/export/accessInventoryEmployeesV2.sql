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
-- applicationInstanceId string: Application instance (configured source) that the account belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
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
  employee."employeeNumber" AS "employeeNumber",
  employee."name" AS "name",
  employee."email" AS "email",
  employee."employmentStatus" AS "employmentStatus",
  employee."employmentType" AS "employmentType",
  employee."hireDate" AS "hireDate",
  employee."terminationDate" AS "terminationDate",
  employee."title" AS "title",
  employee."department" AS "department",
  employee."costCenter" AS "costCenter",
  employee."companyName" AS "companyName",
  employee."location" AS "location",
  employee."countryCode" AS "countryCode",
  employee."managerEmail" AS "managerEmail",
  employee."enrichedPersonId" AS "personId",
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  account."globalId" AS "accountId",
  account."alias" AS "alias",
  account."email" AS "accountEmail",
  account."type" AS "type",
  account."subType" AS "subType",
  account."enabled" AS "enabled",
  account."isAdmin" AS "isAdmin",
  account."accountRole" AS "accountRole",
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
FROM inventory."Employee" AS employee
LEFT JOIN inventory."Account" AS account ON account."enrichedPersonId" = employee."enrichedPersonId"
