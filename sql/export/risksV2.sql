-- Risk violations: one row for each violation of a rule by an object, with the rule, the account and the person.
-- key: applicationInstanceId, riskViolationId
-- origin: the violation
-- riskViolationId string: Global id of the violation
-- riskDefinitionId: RiskViolation.globalRiskDefinitionId
-- riskName string: Name of the violated rule
-- severity: RiskViolation.severity
-- type: RiskViolation.type
-- status: RiskViolation.status
-- description: RiskViolation.description
-- entityId: RiskViolation.globalEntityId
-- entityType: RiskViolation.entityType
-- accountAlias string: Username, where the object is an account
-- accountEnabled boolean: True when that account can be used
-- personId: RiskViolation.enrichedPersonId
-- personName string: Name of that person
-- personEmail string: Primary e-mail address of that person
-- detectedAt: RiskViolation.detectedAt
-- lastObservedAt: RiskViolation.lastObservedAt
-- resolvedAt: RiskViolation.resolvedAt
-- analyticsDaysOpen: RiskViolation.analyticsDaysOpen
-- references: RiskViolation.references
-- sourceTag: RiskViolation.sourceTag
-- suppressionReason: RiskViolation.suppressionReason
-- suppressedUntil: RiskViolation.suppressedUntil
SELECT
  riskViolation."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  riskViolation."globalId" AS "riskViolationId",
  riskDefinition."name" AS "riskName",
  account."alias" AS "accountAlias",
  account."enabled" AS "accountEnabled",
  person."displayName" AS "personName",
  person."email" AS "personEmail"
FROM inventory."RiskViolation" AS riskViolation
LEFT JOIN inventory."RiskDefinition" AS riskDefinition ON riskDefinition."globalId" = riskViolation."globalRiskDefinitionId"
LEFT JOIN inventory."Account" AS account ON account."globalId" = riskViolation."globalEntityId"
LEFT JOIN inventory."Person" AS person ON person."globalId" = riskViolation."enrichedPersonId"
