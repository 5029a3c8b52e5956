-- A named bundle of permissions that an application gives as a whole.
-- of: PermissionSet
SELECT
  "id",
  "name",
  "description",
  "type",
  from_json("permissions", '{{Permissions}}') AS permissions,
  "resourceClass" AS resource_class,
  "createdBy" AS created_by,
  "createdDate" AS created_date,
  "lastModifiedBy" AS last_modified_by,
  "lastModifiedDate" AS last_modified_date,
  "sourceTag" AS source_tag,
  "globalResourceClass" AS global_resource_class,
  "globalCreatedBy" AS global_created_by,
  "globalLastModifiedBy" AS global_last_modified_by,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsAccountsWithAccessCount" AS analytics_accounts_with_access_count,
  "analyticsAssignedRoleCount" AS analytics_assigned_role_count
FROM inventory."PermissionSet"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
