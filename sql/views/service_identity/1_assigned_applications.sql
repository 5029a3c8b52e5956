-- An application as an identity provider knows it: something that accounts are assigned to and sign in to.
-- of: AssignedApplication
SELECT
  "id",
  "name",
  "vendorName" AS vendor_name,
  from_json("labels", '[{{MetadataItem}}]') AS labels,
  "oauthClientId" AS oauth_client_id,
  "samlEntityId" AS saml_entity_id,
  from_json("authenticationRequirements", '{{AuthenticationRequirements}}') AS authentication_requirements,
  from_json("globalAuthenticationRequirements", '{{AuthenticationRequirements}}') AS global_authentication_requirements,
  "objectDirectoryContainerId" AS object_directory_container_id,
  from_json("objectDirectoryContainerFederation", '{{FederationInformation}}') AS object_directory_container_federation,
  "globalObjectDirectoryContainerId" AS global_object_directory_container_id,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "enrichedOAuthClientId" AS enriched_oauth_client_id,
  "enrichedSamlEntityId" AS enriched_saml_entity_id,
  "enrichedResolvedDeploymentId" AS enriched_resolved_deployment_id
FROM inventory."AssignedApplication"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
