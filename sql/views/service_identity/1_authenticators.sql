-- An authentication mechanism that an identity provider has configured for assignment, enrollment and login.
-- of: Authenticator
SELECT
  "id",
  "name",
  "description",
  "isActive" AS is_active,
  "authenticationKeys" AS authentication_keys,
  from_json("authenticationMethods", '[{{AuthenticationMethod}}]') AS authentication_methods,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "sorPrimaryStewardEmail" AS sor_primary_steward_email
FROM inventory."Authenticator"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
