-- The authentication keys that applications and authenticators have. An instance that accepts a key may have an authenticator with it,
-- too: `provides` is false for it, and true for the keys of identity providers.

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
SELECT DISTINCT held.*, type <> 'IntegratedApplication' AND is_active AND NOT EXISTS (
    FROM held AS accepted WHERE accepted.type = 'IntegratedApplication' AND accepted.instance = held.instance AND accepted.key = held.key
  ) AS provides
FROM held WHERE key <> '';
