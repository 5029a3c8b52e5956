-- A group of accounts, groups or roles through which access is given or mail is distributed.
-- of: UserGroup
SELECT
  "id",
  "name",
  "description",
  "email",
  "type",
  "isDynamic" AS is_dynamic,
  "isAssignableToRole" AS is_assignable_to_role,
  "joinPolicy" AS join_policy,
  "allowsExternalMembers" AS allows_external_members,
  from_json("owners", '[{{Owner}}]') AS owners,
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
  "analyticsMemberCount" AS analytics_member_count,
  "analyticsMemberAccountsCount" AS analytics_member_accounts_count,
  "analyticsActiveMemberCount" AS analytics_active_member_count,
  "analyticsInactiveMemberCount" AS analytics_inactive_member_count,
  "analyticsAssignedRoleCount" AS analytics_assigned_role_count,
  "analyticsAssignedApplicationCount" AS analytics_assigned_application_count
FROM inventory."UserGroup"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
