-- Whom one can ask about accounts: a row for each person, the best first, and one without a person where nobody is known.
--   $ids: global ids of the accounts, a JSON list
-- Who has left cannot be asked. The steward of a person's account is often that person, so the manager comes first.
WITH asked AS (
  SELECT "globalId" AS id, "objectMetadata"."ApplicationInstanceId" AS instance, alias, name, enabled, "lastActivityDate" AS last_used,
    "analyticsAccessRiskPosture" AS worst_risk, type, "enrichedOwnerAccountIds" AS owners,
    coalesce("sorManagerEmail", "managerEmails"[1]) AS manager, "sorPrimaryStewardEmail" AS steward,
    "sorEmploymentStatus" AS employment_status
  FROM inventory."Account" WHERE "globalId" IN (SELECT unnest(from_json($ids::VARCHAR, '["UUID"]')))
), people AS (
  SELECT "globalId" AS id, lower(email) AS email, "displayName" AS name, "employmentStatus" AS employment_status FROM inventory."Person"
), candidates AS (
  SELECT owned.id, 1 AS rank, 'Owner' AS reason, coalesce(people.name, owner.name, owner.alias) AS name,
    coalesce(people.email, owner.email) AS email, people.employment_status
  FROM (SELECT id, unnest(owners) AS owner_id FROM asked WHERE type <> 'User') AS owned
  JOIN inventory."Account" AS owner ON owner."globalId" = owned.owner_id
  LEFT JOIN people ON people.id = owner."enrichedPersonId"
  UNION ALL
  SELECT asked.id, 2, 'Manager', people.name, asked.manager, people.employment_status
  FROM asked LEFT JOIN people ON people.email = lower(asked.manager) WHERE asked.manager IS NOT NULL
  UNION ALL
  SELECT asked.id, 3, 'Steward', people.name, asked.steward, coalesce(people.employment_status, asked.employment_status)
  FROM asked LEFT JOIN people ON people.email = lower(asked.steward) WHERE asked.steward IS NOT NULL
)
SELECT asked.id, asked.instance, asked.alias, asked.name AS person, asked.enabled,
  strftime(asked.last_used, '%Y-%m-%dT%H:%M:%SZ') AS last_used, asked.worst_risk, asked.employment_status, candidates.reason, candidates.name AS reviewer,
  lower(candidates.email) AS address
FROM asked LEFT JOIN candidates ON candidates.id = asked.id AND candidates.employment_status IS DISTINCT FROM 'Terminated'
ORDER BY asked.alias, asked.id, candidates.rank, reviewer, address
