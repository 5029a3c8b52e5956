-- How many violations there are by rule, severity and status, and how many of them were not resolved at each of the times
-- `$points`, a JSON list. Violations whose resolution has no time are left out of the past.
--
-- A violation that was resolved and returned has a new time of detection. Its former periods are in the changes between versions: each
-- began with the former time of detection, and ended when it was resolved, at the latest with the version that saw it return.
WITH violations AS (
  SELECT coalesce("globalRiskDefinitionId"::VARCHAR, '') AS rule, "riskDefinitionId" AS rule_id, severity, status, "detectedAt" AS detected_at,
    "resolvedAt" AS resolved_at, count(*) AS count
  FROM inventory."RiskViolation"
  WHERE $application_instance_id::VARCHAR IS NULL
    OR "objectMetadata"."ApplicationInstanceId" = $application_instance_id::UUID
  GROUP BY ALL
), points AS (
  SELECT unnest(range(len(times))) AS number, unnest(times) AS moment
  FROM (SELECT from_json($points::VARCHAR, '["TIMESTAMP"]') AS times)
), returns AS (
  SELECT object_id, changed_at, list_filter(fields, lambda one: one.field = 'detectedAt')[1] AS detected,
    list_filter(fields, lambda one: one.field = 'resolvedAt')[1] AS resolved
  FROM inventory.changes WHERE object_type = 'RiskViolation' AND change = 'Changed'
), former AS (
  SELECT coalesce(violation."globalRiskDefinitionId"::VARCHAR, '') AS rule, violation."riskDefinitionId" AS rule_id, violation.severity,
    (detected."before"->>'$')::TIMESTAMP AS detected_at,
    least(coalesce((resolved."before"->>'$')::TIMESTAMP, changed_at), (detected."after"->>'$')::TIMESTAMP) AS resolved_at,
    count(*) AS count
  FROM returns JOIN inventory."RiskViolation" AS violation ON violation."globalId" = object_id
  WHERE detected IS NOT NULL AND ($application_instance_id::VARCHAR IS NULL
    OR violation."objectMetadata"."ApplicationInstanceId" = $application_instance_id::UUID)
  GROUP BY ALL
), periods AS (
  SELECT rule, rule_id, severity, detected_at, resolved_at, count FROM violations WHERE status <> 'Resolved' OR resolved_at IS NOT NULL
  UNION ALL FROM former
), unresolved AS (
  SELECT rule, rule_id, severity, number, sum(count)::BIGINT AS count
  FROM periods JOIN points ON detected_at <= moment AND (resolved_at IS NULL OR resolved_at > moment)
  GROUP BY ALL
), counted AS (
  SELECT rule, rule_id, severity,
    coalesce(sum(count) FILTER (status = 'Open'), 0)::BIGINT AS open,
    coalesce(sum(count) FILTER (status = 'Suppressed'), 0)::BIGINT AS accepted,
    coalesce(sum(count) FILTER (status = 'Resolved'), 0)::BIGINT AS resolved,
    coalesce(sum(count) FILTER (status = 'Unknown'), 0)::BIGINT AS unknown
  FROM violations GROUP BY ALL
), past AS (
  SELECT rule, rule_id, severity, list(coalesce(unresolved.count, 0) ORDER BY number) AS counts
  FROM (SELECT rule, rule_id, severity, number FROM counted CROSS JOIN points)
  LEFT JOIN unresolved USING (rule, rule_id, severity, number) GROUP BY ALL
)
SELECT nullif(rule, '') AS rule, rule_id, definition.name, definition."references" AS "references", severity, open, accepted, resolved, unknown,
  past.counts AS unresolved
FROM counted
LEFT JOIN past USING (rule, rule_id, severity)
LEFT JOIN inventory."RiskDefinition" AS definition ON definition."globalId"::VARCHAR = rule
ORDER BY array_position(['Critical', 'High', 'Medium', 'Low'], severity), open DESC, rule_id, rule
