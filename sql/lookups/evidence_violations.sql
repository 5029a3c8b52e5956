-- The violations of accounts that are open, and those that ended since a time, for the evidence of a job.
--   $ids: global ids of the accounts, a JSON list
--   $since: a time
SELECT violation.status, violation.severity, violation."riskDefinitionId" AS rule, account.alias,
  violation."detectedAt" AS detected, violation."resolvedAt" AS resolved
FROM inventory."RiskViolation" AS violation JOIN inventory."Account" AS account ON account."globalId" = violation."globalEntityId"
WHERE violation."globalEntityId" IN (SELECT unnest(from_json($ids::VARCHAR, '["UUID"]')))
  AND (violation.status = 'Open' OR violation."resolvedAt" >= $since::TIMESTAMP)
ORDER BY violation.status, violation.severity, rule, account.alias
