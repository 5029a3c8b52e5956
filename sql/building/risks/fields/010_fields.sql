-- Fields that follow from the violations, those of the sources included: how many are open and the worst of them, for each account
-- and each person; the person and the days of each violation; the open violations of each rule.

-- Read once, because rows that stay in the files of the version in service are many. Only open ones count.
CREATE TABLE violations.open_staying AS
SELECT "globalRiskDefinitionId" AS definition, "objectMetadata"."ApplicationInstanceId" AS instance, "globalEntityId" AS entity, "entityType" AS entity_type,
  list_position(['Critical', 'High', 'Medium', 'Low'], "severity") AS rank
FROM violations.staying WHERE "status" = 'Open';

-- The violations of computed instances, of those that stay in files only the open ones.
CREATE VIEW violations.every AS
SELECT "globalId" AS violation, "objectMetadata"."ApplicationInstanceId" AS instance, "globalRiskDefinitionId" AS definition, "globalEntityId" AS entity, "entityType" AS entity_type,
  "status" AS status, list_position(['Critical', 'High', 'Medium', 'Low'], "severity") AS rank, "detectedAt" AS detected_at,
  "resolvedAt" AS resolved_at, data_date, false AS is_staying
FROM model."RiskViolation"
UNION ALL
SELECT "globalId", "objectMetadata"."ApplicationInstanceId", "globalRiskDefinitionId", "globalEntityId", "entityType", "status",
  list_position(['Critical', 'High', 'Medium', 'Low'], "severity"), "detectedAt", "resolvedAt", reads.confirmed_at::DATE, false
FROM violations.added."RiskViolation"
LEFT JOIN risks.reads AS reads ON reads.instance = "objectMetadata"."ApplicationInstanceId" AND reads.type = "entityType"
UNION ALL
SELECT NULL, instance, definition, entity, entity_type, 'Open', rank, NULL, NULL, NULL, true
FROM violations.open_staying;

-- The accounts of `violations.same_accounts` have the fields of the version in service, because their violations are as before.
CREATE VIEW violations."Account" AS
SELECT counted.entity AS "globalId",
  coalesce(['Critical', 'High', 'Medium', 'Low'][open_ones.worst], 'None') AS "analyticsAccessRiskPosture",
  coalesce(open_ones.violations, 0) AS "analyticsRiskViolationCount"
FROM violations.counted_accounts AS counted
LEFT JOIN (
  SELECT entity, count(*) AS violations, min(rank) AS worst
  FROM violations.every SEMI JOIN violations.counted_accounts AS counted USING (entity)
  WHERE status = 'Open' AND entity_type = 'Account' GROUP BY entity
) AS open_ones USING (entity)
UNION ALL
FROM violations.same_accounts;

-- The open violations that concern each person, for each application instance by itself.
CREATE TABLE violations.person_violations AS
SELECT instance AS application_instance_id, person AS person_id, rank, count(*) AS violations FROM (
  SELECT violations.instance, account.person, violations.rank
  FROM violations.every AS violations JOIN risks.accounts AS account USING (entity)
  WHERE violations.status = 'Open' AND violations.entity_type = 'Account' AND account.person IS NOT NULL
  UNION ALL
  SELECT instance, entity, rank FROM violations.every WHERE status = 'Open' AND entity_type = 'Person'
) GROUP BY ALL;

CREATE TABLE violations."Person" AS
SELECT person."globalId",
  coalesce(['Critical', 'High', 'Medium', 'Low'][counted.worst], 'None') AS "analyticsAccessRiskPosture",
  coalesce(counted.violations, 0) AS "analyticsRiskViolationCount"
FROM filled."Person" AS person
LEFT JOIN (
  SELECT person_id, sum(violations) AS violations, min(rank) AS worst
  FROM (FROM violations.person_violations UNION ALL BY NAME FROM neighbours.person_violations) GROUP BY person_id
) AS counted ON counted.person_id = person."globalId";

-- The person responsible: whose account it is; for a machine or key, who owns it, when all owners are one person. Rows that stay in the
-- files of the version in service have theirs.
CREATE TABLE violations."RiskViolation" AS
WITH owned AS (
  SELECT entity, CASE WHEN count(DISTINCT person) = 1 THEN min(person) END AS person FROM risks.owners GROUP BY entity
)
SELECT violations.violation AS "globalId",
  CASE violations.entity_type WHEN 'Person' THEN violations.entity ELSE coalesce(account.person, owned.person) END AS "enrichedPersonId",
  greatest(date_diff('day', violations.detected_at::DATE, coalesce(violations.resolved_at::DATE, violations.data_date)), 0) AS "analyticsDaysOpen"
FROM violations.every AS violations
LEFT JOIN risks.accounts AS account USING (entity)
LEFT JOIN owned USING (entity)
WHERE NOT violations.is_staying;

-- Absent for a rule that is switched off, and for a rule of a source that reports no violations at all.
CREATE TABLE violations."RiskDefinition" AS
WITH counted AS (
  SELECT definition, sum(violations) AS violations FROM (
    SELECT definition, count(*) FILTER (status = 'Open') AS violations FROM violations.every GROUP BY definition
    UNION ALL
    FROM neighbours.open_violations
  ) GROUP BY definition
)
SELECT rules."globalId", coalesce(counted.violations, 0) AS "analyticsOpenViolationCount"
FROM (
  SELECT "globalId" FROM violations.added."RiskDefinition" WHERE "isEnabled"
  UNION ALL
  SELECT "globalId" FROM model."RiskDefinition" WHERE "objectMetadata"."ApplicationInstanceId" IN
    (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."RiskViolation")
) AS rules
LEFT JOIN counted ON counted.definition = rules."globalId";
