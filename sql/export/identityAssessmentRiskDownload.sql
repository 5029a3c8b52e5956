-- The risks of identities: one row for each person, and for each account that belongs to no person, with its open violations.
-- key: identityId
-- identityId string: Global id of the person or account
-- identityType string: Person or Account
-- name string: Name of the person, username of the account
-- email string: Primary e-mail address
-- employmentStatus string: Whether the person works for the organisation
-- department string: Department of the person or account
-- accountCount number: Accounts that belong to the identity
-- enabledAccountCount number: Accounts that can be used
-- adminAccountCount number: Accounts that administer their application instance
-- riskPosture string: Severity of the worst open violation of an account: Critical, High, Medium, Low or None; absent when it is not known
-- openViolationCount number: Open violations of the accounts
-- criticalCount number: Those of severity Critical
-- highCount number: Those of severity High
-- mediumCount number: Those of severity Medium
-- lowCount number: Those of severity Low
-- riskNames string: Names of the violated rules, joined by `; `
-- firstDetectedAt timestamp: When the oldest open violation was first seen
SELECT
  coalesce(person."globalId", identity.id) AS "identityId",
  CASE WHEN person."globalId" IS NOT NULL OR identity.is_person THEN 'Person' ELSE 'Account' END AS "identityType",
  coalesce(person."displayName", identity.alias) AS "name",
  coalesce(person."email", identity.email) AS "email",
  person."employmentStatus" AS "employmentStatus",
  coalesce(person."department", identity.department) AS "department",
  coalesce(identity.accounts, 0) AS "accountCount",
  coalesce(identity.enabled, 0) AS "enabledAccountCount",
  coalesce(identity.admins, 0) AS "adminAccountCount",
  ['Critical', 'High', 'Medium', 'Low', 'None'][identity.worst] AS "riskPosture",
  CASE WHEN identity.worst IS NOT NULL THEN coalesce(violations.open, 0) END AS "openViolationCount",
  CASE WHEN identity.worst IS NOT NULL THEN coalesce(violations.critical, 0) END AS "criticalCount",
  CASE WHEN identity.worst IS NOT NULL THEN coalesce(violations.high, 0) END AS "highCount",
  CASE WHEN identity.worst IS NOT NULL THEN coalesce(violations.medium, 0) END AS "mediumCount",
  CASE WHEN identity.worst IS NOT NULL THEN coalesce(violations.low, 0) END AS "lowCount",
  array_to_string(violations.names, '; ') AS "riskNames",
  violations.first_at AS "firstDetectedAt"
FROM (
  SELECT coalesce("enrichedPersonId", "globalId") AS id, bool_or("enrichedPersonId" IS NOT NULL) AS is_person,
    any_value("alias") AS alias, any_value("email") AS email, any_value("department") AS department,
    count(*) AS accounts, count(*) FILTER ("enabled") AS enabled, count(*) FILTER ("isAdmin") AS admins,
    min(list_position(['Critical', 'High', 'Medium', 'Low', 'None'], "analyticsAccessRiskPosture")) AS worst
  FROM inventory."Account" GROUP BY ALL
) AS identity
FULL JOIN inventory."Person" AS person ON person."globalId" = identity.id
LEFT JOIN (
  SELECT coalesce(account."enrichedPersonId", account."globalId") AS id, count(*) AS open,
    count(*) FILTER (violation."severity" = 'Critical') AS critical, count(*) FILTER (violation."severity" = 'High') AS high,
    count(*) FILTER (violation."severity" = 'Medium') AS medium, count(*) FILTER (violation."severity" = 'Low') AS low,
    list_sort(list(DISTINCT definition."name") FILTER (definition."name" IS NOT NULL)) AS names,
    min(violation."detectedAt") AS first_at
  FROM inventory."RiskViolation" AS violation
  JOIN inventory."Account" AS account ON account."globalId" = violation."globalEntityId"
  LEFT JOIN inventory."RiskDefinition" AS definition ON definition."globalId" = violation."globalRiskDefinitionId"
  WHERE violation."status" = 'Open' GROUP BY ALL
) AS violations ON violations.id = identity.id
