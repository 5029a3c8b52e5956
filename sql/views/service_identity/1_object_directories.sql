-- A container that holds accounts, roles, groups or applications, such as a domain, an organizational unit or a project.
-- of: ObjectDirectory
SELECT
  "id",
  "name",
  "description",
  "type",
  "path",
  "parentId" AS parent_id,
  "directoryProviderId" AS directory_provider_id,
  "createdDate" AS created_date,
  "lastModifiedDate" AS last_modified_date,
  "sourceTag" AS source_tag,
  "globalParentId" AS global_parent_id,
  "globalDirectoryProviderId" AS global_directory_provider_id,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsAccountCount" AS analytics_account_count,
  "analyticsUserGroupCount" AS analytics_user_group_count,
  "analyticsRoleCount" AS analytics_role_count
FROM inventory."ObjectDirectory"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
