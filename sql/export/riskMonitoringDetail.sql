-- The evidence of risk violations: one row for each violation and each fact of its evidence. A violation without
-- evidence has one row.
-- key: applicationInstanceId, riskViolationId, evidencePosition
-- origin: the violation
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
  riskViolation."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  riskViolation."globalId" AS "riskViolationId",
  riskDefinition."name" AS "riskName",
  evidence.position AS "evidencePosition",
  evidence.fact."name" AS "evidenceName",
  evidence.fact."type" AS "evidenceType",
  evidence.fact."value"->>'$' AS "evidenceValue"
FROM inventory."RiskViolation" AS riskViolation
LEFT JOIN inventory."RiskDefinition" AS riskDefinition ON riskDefinition."globalId" = riskViolation."globalRiskDefinitionId"
LEFT JOIN (
  SELECT "globalId" AS violation_id, unnest(facts) AS fact, generate_subscripts(facts, 1) AS position
  FROM (
    SELECT "globalId", from_json("evidence", '[{"name": "VARCHAR", "type": "VARCHAR", "value": "JSON"}]') AS facts
    FROM inventory."RiskViolation"
  )
) AS evidence ON evidence.violation_id = riskViolation."globalId"
