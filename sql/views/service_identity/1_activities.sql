-- Something that an account did, as a source’s event log records it.
-- of: Activity
SELECT
  "id",
  "eventType" AS event_type,
  "category",
  "occurredAt" AS occurred_at,
  "outcome",
  "outcomeReason" AS outcome_reason,
  "description",
  "actorAccountId" AS actor_account_id,
  "targetObjectId" AS target_object_id,
  "targetObjectType" AS target_object_type,
  "ipAddress" AS ip_address,
  "userAgent" AS user_agent,
  from_json("location", '{{LocationSpecification}}') AS location,
  from_json("authenticationMethods", '[{{AuthenticationMethod}}]') AS authentication_methods,
  "sessionId" AS session_id,
  from_json("profileMetadata", '[{{MetadataItem}}]') AS profile_metadata,
  "sourceTag" AS source_tag,
  "globalActorAccountId" AS global_actor_account_id,
  "globalTargetObjectId" AS global_target_object_id,
  "globalTargetObjectType" AS global_target_object_type,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  coalesce(last_date, newest_date) AS data_date,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "enrichedPersonId" AS enriched_person_id
FROM inventory."Activity"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
LEFT JOIN (
  SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
) AS completeness ON read_instance = "objectMetadata"."ApplicationInstanceId" AND read_type = 'Activity'
LEFT JOIN (SELECT object_id AS unconfirmed_id, data_date AS last_date FROM inventory.unconfirmed_objects) AS unconfirmed
  ON unconfirmed_id = "globalId"
