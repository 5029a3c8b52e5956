-- A deployment of an application whose own accounts and access are read by a connector.
-- of: IntegratedApplication
SELECT
  "id",
  "key",
  "name",
  "category",
  "vendorName" AS vendor_name,
  from_json("labels", '[{{MetadataItem}}]') AS labels,
  from_json("authenticationRequirements", '{{AuthenticationRequirements}}') AS authentication_requirements,
  from_json("globalAuthenticationRequirements", '{{AuthenticationRequirements}}') AS global_authentication_requirements,
  "supportedFederatedRelationships" AS supported_federated_relationships,
  from_json("unsupportedTypes", '{"objectTypes":["VARCHAR"],"relationshipTypes":["VARCHAR"]}') AS unsupported_types,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "globalDeploymentKey" AS global_deployment_key,
  "enrichedResolvedDeploymentId" AS enriched_resolved_deployment_id
FROM inventory."IntegratedApplication"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
