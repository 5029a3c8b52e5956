-- A single resource that an application holds, such as one repository or one folder.
-- of: ResourceInstance
SELECT
  "id",
  "name",
  "displayName" AS display_name,
  "resourceClass" AS resource_class,
  "parentId" AS parent_id,
  "pageUri" AS page_uri,
  "isSensitive" AS is_sensitive,
  "externallyShared" AS externally_shared,
  "ownerAccountIds" AS owner_account_ids,
  "createdDate" AS created_date,
  "lastModifiedDate" AS last_modified_date,
  "sourceTag" AS source_tag,
  "globalResourceClass" AS global_resource_class,
  "globalParentId" AS global_parent_id,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsAccountsWithAccessCount" AS analytics_accounts_with_access_count,
  "analyticsAccountsWithAccessCountIsApproximate" AS analytics_accounts_with_access_count_is_approximate
FROM inventory."ResourceInstance"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
