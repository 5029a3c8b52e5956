-- An account’s enrollment of an authentication method, such as a registered phone or security key.
-- of: AuthenticatorEnrollment
SELECT
  "id",
  "accountKey" AS account_key,
  from_json("authenticationMethods", '[{{AuthenticationMethod}}]') AS authentication_methods,
  "enrollmentStatus" AS enrollment_status,
  "enrolledAt" AS enrolled_at,
  "revokedAt" AS revoked_at,
  from_json("deviceInfo", '{"deviceId":"VARCHAR","deviceType":"VARCHAR","registeredAt":"TIMESTAMP","deviceName":"VARCHAR"}') AS device_info,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "sorPrimaryStewardEmail" AS sor_primary_steward_email
FROM inventory."AuthenticatorEnrollment"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
