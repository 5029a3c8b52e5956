-- The rows that the service adds to those of the sources: its rules, which belong to its own application instance, and their
-- violations, which belong to the instance of their object. An open violation that a client has accepted, or that the configuration
-- excludes, is suppressed until that ends.

CREATE SCHEMA violations.added;

CREATE TABLE violations.added."RiskDefinition" AS
SELECT rule AS "id", title AS "name", why AS "description", severity AS "severity", type AS "type", is_enabled AS "isEnabled",
  [entity_type] AS "entityTypes", fix AS "remediation", standards AS "references",
  global_id(getvariable('service_instance'), 'RiskDefinition', rule) AS "globalId",
  {'ApplicationInstanceId': getvariable('service_instance'), 'GeneratedTime': coalesce(previous.generated_at, getvariable('generated_at')),
    'Profile': 'RiskDefinition', 'ObjectOrRelationshipType': 'RiskDefinition'} AS "objectMetadata",
  {'enrichmentVersion': getvariable('enrichment_version'), 'generatedTime': getvariable('generated_at')} AS "serviceObjectMetadata"
FROM risks.rules
-- A rule in the same form keeps the time at which it got this form.
LEFT JOIN violations.previous_rules AS previous USING (rule, title, severity, type, entity_type, why, fix, standards, is_enabled);

CREATE TABLE violations.suppressed AS
WITH open_ones AS (
  SELECT violation, rule, states.entity, instance, lower(coalesce(names.label, states.id)) AS label
  FROM violations.states AS states LEFT JOIN violations.names AS names USING (entity)
  WHERE status = 'Open'
)
SELECT violation, arg_max(reason, until) AS reason, max(until) AS until FROM (
  SELECT violation, reason, until FROM risks.acceptances
  UNION ALL
  SELECT violation, exclusions.reason, exclusions.until
  FROM open_ones JOIN risks.exclusions AS exclusions
    ON (exclusions.rule IS NULL OR exclusions.rule = open_ones.rule)
    AND (exclusions.entity IS NULL OR exclusions.entity = open_ones.entity)
    AND (exclusions.instance IS NULL OR exclusions.instance = open_ones.instance)
    AND (exclusions.pattern IS NULL OR open_ones.label GLOB exclusions.pattern)
) WHERE until > getvariable('generated_at')
GROUP BY violation;

CREATE TABLE violations.added."RiskViolation" AS
SELECT states.key AS "id", states.rule AS "riskDefinitionId", states.id AS "entityId", rules.entity_type AS "entityType",
  coalesce(states.severity, rules.severity) AS "severity", rules.type AS "type",
  CASE WHEN states.status = 'Open' AND suppressed.violation IS NOT NULL THEN 'Suppressed' ELSE states.status END AS "status",
  states.detected_at AS "detectedAt", states.last_observed_at AS "lastObservedAt", states.resolved_at AS "resolvedAt",
  states.sentence AS "description", states.evidence AS "evidence",
  rules.standards AS "references",
  CASE WHEN states.status = 'Open' THEN suppressed.reason END AS "suppressionReason",
  CASE WHEN states.status = 'Open' THEN suppressed.until END AS "suppressedUntil",
  rules.definition AS "globalRiskDefinitionId",
  states.entity AS "globalEntityId", 'Service_' || rules.entity_type AS "globalEntityType",
  states.violation AS "globalId",
  {'ApplicationInstanceId': states.instance, 'GeneratedTime': states.last_observed_at,
    'Profile': 'RiskViolation', 'ObjectOrRelationshipType': 'RiskViolation'} AS "objectMetadata",
  {'enrichmentVersion': getvariable('enrichment_version'), 'generatedTime': getvariable('generated_at')} AS "serviceObjectMetadata"
FROM violations.states AS states
JOIN (
  SELECT *, global_id(getvariable('service_instance'), 'RiskDefinition', rule) AS definition FROM risks.rules
) AS rules USING (rule)
LEFT JOIN violations.suppressed AS suppressed USING (violation)
UNION ALL BY NAME
-- Those of objects whose facts have not changed.
FROM violations.copied;
DROP TABLE violations.states;
