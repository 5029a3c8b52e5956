-- Risks: one row for each rule that defines a risk, with the number of objects that violate it.
-- key: applicationInstanceId, riskDefinitionId
-- origin: the rule
-- riskDefinitionId string: Global id of the rule
-- riskDefinitionLocalId: RiskDefinition.id
-- name: RiskDefinition.name
-- description: RiskDefinition.description
-- severity: RiskDefinition.severity
-- type: RiskDefinition.type
-- isEnabled: RiskDefinition.isEnabled
-- entityTypes: RiskDefinition.entityTypes
-- remediation: RiskDefinition.remediation
-- references: RiskDefinition.references
-- openViolationCount number: Open violations
-- resolvedViolationCount number: Violations that are no longer seen
-- suppressedViolationCount number: Violations that somebody accepted
-- firstDetectedAt timestamp: When the first known violation was detected
-- lastDetectedAt timestamp: When the newest known violation was detected
SELECT
  riskDefinition."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  riskDefinition."globalId" AS "riskDefinitionId",
  coalesce(violations."openViolationCount", 0) AS "openViolationCount",
  coalesce(violations."resolvedViolationCount", 0) AS "resolvedViolationCount",
  coalesce(violations."suppressedViolationCount", 0) AS "suppressedViolationCount",
  violations."firstDetectedAt" AS "firstDetectedAt",
  violations."lastDetectedAt" AS "lastDetectedAt"
FROM inventory."RiskDefinition" AS riskDefinition
LEFT JOIN (
  SELECT "globalRiskDefinitionId" AS definition_id,
    count(*) FILTER ("status" = 'Open') AS "openViolationCount",
    count(*) FILTER ("status" = 'Resolved') AS "resolvedViolationCount",
    count(*) FILTER ("status" = 'Suppressed') AS "suppressedViolationCount",
    min("detectedAt") AS "firstDetectedAt",
    max("detectedAt") AS "lastDetectedAt"
  FROM inventory."RiskViolation" GROUP BY ALL
) AS violations ON violations.definition_id = riskDefinition."globalId"
