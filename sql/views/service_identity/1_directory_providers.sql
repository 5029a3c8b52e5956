-- A directory that defines how accounts are synced from it, such as an Active Directory forest.
-- of: DirectoryProvider
SELECT
  "id",
  "name",
  "description",
  "type",
  "vendorName" AS vendor_name,
  "domains",
  "isActive" AS is_active,
  "isAuthoritative" AS is_authoritative,
  "syncDirection" AS sync_direction,
  "lastSyncDate" AS last_sync_date,
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
  "analyticsSyncedAccountCount" AS analytics_synced_account_count
FROM inventory."DirectoryProvider"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
