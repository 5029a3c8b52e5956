-- The evidence of risk violations: one row for each violation and each fact of its evidence. A violation without
-- evidence has one row.
-- key: applicationInstanceId, riskViolationId, evidencePosition
-- applicationInstanceId string: Application instance (configured source) that the violation belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- riskViolationId string: Global id of the violation
-- riskName string: Name of the violated rule
-- severity: RiskViolation.severity
-- type: RiskViolation.type
-- status: RiskViolation.status
-- entityId: RiskViolation.globalEntityId
-- entityType: RiskViolation.entityType
-- description: RiskViolation.description
-- detectedAt: RiskViolation.detectedAt
-- lastObservedAt: RiskViolation.lastObservedAt
-- resolvedAt: RiskViolation.resolvedAt
-- analyticsDaysOpen: RiskViolation.analyticsDaysOpen
-- evidencePosition number: Position of the fact in the evidence, from 1
-- evidenceName string: Name of the fact
-- evidenceType string: Type of its value
-- evidenceValue string: Its value; values other than text are JSON
-- remediation: RiskDefinition.remediation
SELECT
  violation."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(violation."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(violation."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  violation."globalId" AS "riskViolationId",
  definition."name" AS "riskName",
  violation."severity" AS "severity",
  violation."type" AS "type",
  violation."status" AS "status",
  violation."globalEntityId" AS "entityId",
  violation."entityType" AS "entityType",
  violation."description" AS "description",
  violation."detectedAt" AS "detectedAt",
  violation."lastObservedAt" AS "lastObservedAt",
  violation."resolvedAt" AS "resolvedAt",
  violation."analyticsDaysOpen" AS "analyticsDaysOpen",
  evidence.position AS "evidencePosition",
  evidence.fact."name" AS "evidenceName",
  evidence.fact."type" AS "evidenceType",
  evidence.fact."value"->>'$' AS "evidenceValue",
  definition."remediation" AS "remediation"
FROM inventory."RiskViolation" AS violation
LEFT JOIN inventory."RiskDefinition" AS definition ON definition."globalId" = violation."globalRiskDefinitionId"
LEFT JOIN (
  SELECT "globalId" AS violation_id, unnest(facts) AS fact, generate_subscripts(facts, 1) AS position
  FROM (
    SELECT "globalId", from_json("evidence", '[{"name": "VARCHAR", "type": "VARCHAR", "value": "JSON"}]') AS facts
    FROM inventory."RiskViolation"
  )
) AS evidence ON evidence.violation_id = violation."globalId"
