-- A kind of resource that an application holds, such as repositories or folders.
-- of: ResourceClass
SELECT
  "id",
  "name",
  "displayName" AS display_name,
  "pageUri" AS page_uri,
  "sourceTag" AS source_tag,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "sorPrimaryStewardEmail" AS sor_primary_steward_email,
  "analyticsResourceInstanceCount" AS analytics_resource_instance_count
FROM inventory."ResourceClass"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
