-- An object that violates a risk definition. Found by the service, or reported by a source.
-- of: RiskViolation
SELECT
  "id",
  "riskDefinitionId" AS risk_definition_id,
  "entityId" AS entity_id,
  "entityType" AS entity_type,
  "severity",
  "type",
  "status",
  "detectedAt" AS detected_at,
  "lastObservedAt" AS last_observed_at,
  "resolvedAt" AS resolved_at,
  "description",
  from_json("evidence", '[{{MetadataItem}}]') AS evidence,
  "suppressionReason" AS suppression_reason,
  "suppressedUntil" AS suppressed_until,
  "sourceTag" AS source_tag,
  "globalRiskDefinitionId" AS global_risk_definition_id,
  "globalEntityId" AS global_entity_id,
  "globalEntityType" AS global_entity_type,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  newest_date AS data_date,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "enrichedPersonId" AS enriched_person_id,
  "analyticsDaysOpen" AS analytics_days_open
FROM inventory."RiskViolation"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
LEFT JOIN (
  SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
) AS completeness ON read_instance = "objectMetadata"."ApplicationInstanceId" AND read_type = "entityType"
