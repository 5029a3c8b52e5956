-- Links an entity to the object that it is managed through, such as an account to the user group or role that it is a member of.
-- of: EntityManagedViaObject
SELECT
  "id",
  "entityId" AS entity_id,
  "entityType" AS entity_type,
  "managedViaObjectId" AS managed_via_object_id,
  "managedViaObjectType" AS managed_via_object_type,
  from_json("federationSpecification", '{{FederationSpecification}}') AS federation_specification,
  "globalEntityId" AS global_entity_id,
  "globalEntityType" AS global_entity_type,
  "globalManagedViaObjectId" AS global_managed_via_object_id,
  "globalManagedViaObjectType" AS global_managed_via_object_type,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time
FROM inventory."EntityManagedViaObject"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
