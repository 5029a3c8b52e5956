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
  coalesce(last_date, newest_date) AS data_date,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsAccountsWithAccessCount" AS analytics_accounts_with_access_count,
  "analyticsAccountsWithAccessCountIsApproximate" AS analytics_accounts_with_access_count_is_approximate
FROM inventory."ResourceInstance"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
LEFT JOIN (
  SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
) AS completeness ON read_instance = "objectMetadata"."ApplicationInstanceId" AND read_type = 'ResourceInstance'
LEFT JOIN (SELECT object_id AS unconfirmed_id, data_date AS last_date FROM inventory.unconfirmed_objects) AS unconfirmed
  ON unconfirmed_id = "globalId"
