-- What access each employee has: one row for each employee, with sums over the accounts. Counts of roles and groups are absent where no
-- account of the employee has one.
-- key: employeeId
-- employeeId string: Global id of the employee
-- employeeNumber: Employee.employeeNumber
-- name: Employee.name
-- email: Employee.email
-- employmentStatus: Employee.employmentStatus
-- employmentType: Employee.employmentType
-- terminationDate: Employee.terminationDate
-- title: Employee.title
-- department: Employee.department
-- managerEmail: Employee.managerEmail
-- accountCount number: Accounts
-- enabledAccountCount number: Accounts that can be used
-- adminAccountCount number: Accounts that administer their application instance
-- dormantAccountCount number: Accounts that have not been active for the dormancy threshold
-- applicationInstanceCount number: Application instances in which the employee has an account
-- roleCount number: Roles held, directly and through nesting
-- userGroupCount number: User groups joined, directly and through nesting
-- canSignInAfterTermination boolean: True when the employee has left and an account can still be used
-- lastActivityDate timestamp: Last activity of any of the accounts
-- riskViolationCount number: Open risk violations of the accounts
SELECT
  employee."globalId" AS "employeeId",
  coalesce(access."accountCount", 0) AS "accountCount",
  coalesce(access."enabledAccountCount", 0) AS "enabledAccountCount",
  coalesce(access."adminAccountCount", 0) AS "adminAccountCount",
  coalesce(access."dormantAccountCount", 0) AS "dormantAccountCount",
  coalesce(access."applicationInstanceCount", 0) AS "applicationInstanceCount",
  CASE WHEN coalesce(access."knowsRoles", true) THEN coalesce(memberships."roleCount", 0) END AS "roleCount",
  CASE WHEN coalesce(access."knowsUserGroups", true) THEN coalesce(memberships."userGroupCount", 0) END AS "userGroupCount",
  employee."employmentStatus" = 'Terminated' AND coalesce(access."enabledAccountCount", 0) > 0 AS "canSignInAfterTermination",
  access."lastActivityDate" AS "lastActivityDate",
  coalesce(access."riskViolationCount", 0) AS "riskViolationCount"
FROM inventory."Employee" AS employee
LEFT JOIN (
  SELECT "enrichedPersonId" AS person_id,
    count(*) AS "accountCount",
    count(*) FILTER ("enabled") AS "enabledAccountCount",
    count(*) FILTER ("isAdmin") AS "adminAccountCount",
    count(*) FILTER ("analyticsIsDormant") AS "dormantAccountCount",
    count(DISTINCT "objectMetadata"."ApplicationInstanceId") AS "applicationInstanceCount",
    bool_or("analyticsRoleCount" IS NOT NULL) AS "knowsRoles",
    bool_or("analyticsUserGroupCount" IS NOT NULL) AS "knowsUserGroups",
    max("lastActivityDate") AS "lastActivityDate",
    sum("analyticsRiskViolationCount")::BIGINT AS "riskViolationCount"
  FROM inventory."Account" WHERE "enrichedPersonId" IS NOT NULL GROUP BY ALL
) AS access ON access.person_id = employee."enrichedPersonId"
LEFT JOIN (
  SELECT account."enrichedPersonId" AS person_id,
    count(DISTINCT nesting.ancestor_id) FILTER (nesting.ancestor_type = 'Role') AS "roleCount",
    count(DISTINCT nesting.ancestor_id) FILTER (nesting.ancestor_type = 'UserGroup') AS "userGroupCount"
  FROM inventory."Account" AS account
  JOIN inventory."EntityManagedViaObject" AS membership ON membership."globalEntityId" = account."globalId"
  JOIN inventory.container_nesting AS nesting ON nesting.container_id = membership."globalManagedViaObjectId"
  WHERE account."enrichedPersonId" IS NOT NULL GROUP BY ALL
) AS memberships ON memberships.person_id = employee."enrichedPersonId"
