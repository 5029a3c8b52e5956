-- A department of the organisation.
-- of: Department
SELECT
  "id",
  "name",
  "code",
  "managerEmail" AS manager_email,
  "costCenter" AS cost_center,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsMemberCount" AS analytics_member_count
FROM inventory."Department"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
