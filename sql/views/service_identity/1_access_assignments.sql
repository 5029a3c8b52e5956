-- Links an account, role or user group to what it is granted access to: an assigned application, a deployment of an application, a resource class or a resource instance.
-- of: EntityAssignedAccessToObject
SELECT
  "id",
  "entityId" AS entity_id,
  "entityType" AS entity_type,
  "assignedObjectId" AS assigned_object_id,
  "assignedObjectType" AS assigned_object_type,
  from_json("entitlementSpecification", '{{EntitlementSpecification}}') AS entitlement_specification,
  from_json("federationSpecification", '{{FederationSpecification}}') AS federation_specification,
  "globalEntityId" AS global_entity_id,
  "globalEntityType" AS global_entity_type,
  "globalAssignedObjectId" AS global_assigned_object_id,
  "globalAssignedObjectType" AS global_assigned_object_type,
  from_json("globalEntitlementSpecification", '{{EntitlementSpecification}}') AS global_entitlement_specification,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  newest_date AS data_date,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "analyticsLoginEventCount" AS analytics_login_event_count,
  "analyticsResourceAccessEventCount" AS analytics_resource_access_event_count,
  "analyticsDaysSinceLastActivity" AS analytics_days_since_last_activity,
  "analyticsFirstActivityDate" AS analytics_first_activity_date,
  "analyticsLastActivityDate" AS analytics_last_activity_date,
  "entitlementSpecification"->>'$.reason' AS entitlement_reason,
  "entitlementSpecification"->>'$.reasonSpecificData.type' AS entitlement_type,
  "entitlementSpecification"->>'$.reasonSpecificData.name' AS entitlement_name,
  ("entitlementSpecification"->>'$.reasonSpecificData.enabled')::BOOLEAN AS is_entitlement_enabled,
  ("entitlementSpecification"->>'$.isInferred')::BOOLEAN AS is_inferred,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isPrivileged')::BOOLEAN AS is_privileged,
  "entitlementSpecification"->>'$.reasonSpecificData.permissions.ownershipLevel' AS ownership_level,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isCreate')::BOOLEAN AS can_create,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isRead')::BOOLEAN AS can_read,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isUpdate')::BOOLEAN AS can_update,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isDelete')::BOOLEAN AS can_delete,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isExecute')::BOOLEAN AS can_execute,
  ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isShare')::BOOLEAN AS can_share,
  "entitlementSpecification"->>'$.reasonSpecificData.permissions.fineGrainedSpecifiers[*]' AS specifiers,
  "entitlementSpecification"->>'$.reasonSpecificData.shareableUri' AS shareable_uri
FROM inventory."EntityAssignedAccessToObject"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
LEFT JOIN (
  SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
) AS completeness ON read_instance = "objectMetadata"."ApplicationInstanceId" AND read_type = 'Account'
