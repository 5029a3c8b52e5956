-- A role of an application. Custom roles are made by sufficiently privileged users, Standard roles are defined by the application itself, and Modeled roles stand for access that the application does not hold as real schema objects, such as per-repository access levels.
-- of: Role
SELECT
  "id",
  "name",
  "description",
  "applicationRoleType" AS application_role_type,
  "type",
  "isCustom" AS is_custom,
  from_json("authorizedLocations", '{{AuthorizedLocationPolicy}}') AS authorized_locations,
  from_json("globalAuthorizedLocations", '{{AuthorizedLocationPolicy}}') AS global_authorized_locations,
  "createdBy" AS created_by,
  from_json("createdByFederation", '{{FederationInformation}}') AS created_by_federation,
  "createdDate" AS created_date,
  "lastModifiedBy" AS last_modified_by,
  from_json("lastModifiedByFederation", '{{FederationInformation}}') AS last_modified_by_federation,
  "lastModifiedDate" AS last_modified_date,
  "objectDirectoryContainerId" AS object_directory_container_id,
  from_json("objectDirectoryContainerFederation", '{{FederationInformation}}') AS object_directory_container_federation,
  "sourceTag" AS source_tag,
  "globalCreatedBy" AS global_created_by,
  "globalLastModifiedBy" AS global_last_modified_by,
  "globalObjectDirectoryContainerId" AS global_object_directory_container_id,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  coalesce(last_date, newest_date) AS data_date,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "sorPrimaryStewardEmail" AS sor_primary_steward_email,
  "analyticsAccessToResourceInstancesCount" AS analytics_access_to_resource_instances_count,
  "analyticsAccessToResourceInstancesCountIsApproximate" AS analytics_access_to_resource_instances_count_is_approximate,
  "analyticsActiveMemberCount" AS analytics_active_member_count,
  "analyticsInactiveMemberCount" AS analytics_inactive_member_count,
  "analyticsMemberAccountsCount" AS analytics_member_accounts_count,
  "analyticsMemberCount" AS analytics_member_count,
  "analyticsAssignedApplicationCount" AS analytics_assigned_application_count,
  "analyticsAssignedRoleCount" AS analytics_assigned_role_count,
  "analyticsAssignedUserGroupCount" AS analytics_assigned_user_group_count,
  "analyticsOwners" AS analytics_owners
FROM inventory."Role"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
LEFT JOIN (
  SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
) AS completeness ON read_instance = "objectMetadata"."ApplicationInstanceId" AND read_type = 'Role'
LEFT JOIN (SELECT object_id AS unconfirmed_id, data_date AS last_date FROM inventory.unconfirmed_objects) AS unconfirmed
  ON unconfirmed_id = "globalId"
