-- Risk violations: one row for each violation of a rule by an object, with the rule, the account and the person.
-- key: applicationInstanceId, riskViolationId
-- applicationInstanceId string: Application instance (configured source) that the violation belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
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
-- sourceTag: RiskViolation.sourceTag
SELECT
  violation."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(violation."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(violation."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  violation."globalId" AS "riskViolationId",
  violation."globalRiskDefinitionId" AS "riskDefinitionId",
  definition."name" AS "riskName",
  violation."severity" AS "severity",
  violation."type" AS "type",
  violation."status" AS "status",
  violation."description" AS "description",
  violation."globalEntityId" AS "entityId",
  violation."entityType" AS "entityType",
  account."alias" AS "accountAlias",
  account."enabled" AS "accountEnabled",
  violation."enrichedPersonId" AS "personId",
  person."displayName" AS "personName",
  person."email" AS "personEmail",
  violation."detectedAt" AS "detectedAt",
  violation."lastObservedAt" AS "lastObservedAt",
  violation."resolvedAt" AS "resolvedAt",
  violation."analyticsDaysOpen" AS "analyticsDaysOpen",
  violation."sourceTag" AS "sourceTag"
FROM inventory."RiskViolation" AS violation
LEFT JOIN inventory."RiskDefinition" AS definition ON definition."globalId" = violation."globalRiskDefinitionId"
LEFT JOIN inventory."Account" AS account ON account."globalId" = violation."globalEntityId"
LEFT JOIN inventory."Person" AS person ON person."globalId" = violation."enrichedPersonId"
