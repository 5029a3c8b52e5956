-- scope: island
-- The authentication keys that applications and authenticators have.

CREATE TABLE enrich.authentication_keys AS
WITH held AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'IntegratedApplication' AS type, "globalId" AS id, true AS is_active,
    unnest(from_json("authenticationRequirements"->'authenticationKeys', '["VARCHAR"]')) AS key
  FROM model."IntegratedApplication"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'AssignedApplication', "globalId", true,
    unnest(from_json("authenticationRequirements"->'authenticationKeys', '["VARCHAR"]'))
  FROM model."AssignedApplication"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Authenticator', "globalId", "isActive" IS NOT FALSE, unnest("authenticationKeys")
  FROM model."Authenticator"
)
SELECT DISTINCT * FROM held WHERE key <> '';
