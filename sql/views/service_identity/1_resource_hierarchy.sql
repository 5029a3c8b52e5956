-- A resource instance contains another one.
-- of: ResourceInstanceContainsResourceInstance
SELECT
  "id",
  "parentId" AS parent_id,
  "childId" AS child_id,
  "globalParentId" AS global_parent_id,
  "globalChildId" AS global_child_id,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time
FROM inventory."ResourceInstanceContainsResourceInstance"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
