-- A rule that defines which state of identities or access is a risk. The service has its own rules; sources may add theirs.
-- of: RiskDefinition
SELECT
  "id",
  "name",
  "description",
  "severity",
  "type",
  "isEnabled" AS is_enabled,
  "entityTypes" AS entity_types,
  "remediation",
  "references",
  "createdDate" AS created_date,
  "lastModifiedDate" AS last_modified_date,
  "sourceTag" AS source_tag,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsOpenViolationCount" AS analytics_open_violation_count
FROM inventory."RiskDefinition"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
