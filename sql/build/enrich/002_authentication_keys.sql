-- The authentication keys that objects have, and which deployments and identity providers belong together because they have the same
-- key. Keys of authenticators that are not active join nothing.

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

-- A deployment (an instance with an IntegratedApplication) and an identity provider with the same key. Some applications name the
-- key only in the federation ids of their accounts.
CREATE TABLE enrich.federations AS
WITH provided AS (
  SELECT DISTINCT instance, key FROM enrich.authentication_keys WHERE type <> 'IntegratedApplication' AND is_active
), deployed AS (
  SELECT instance, key FROM enrich.authentication_keys WHERE type = 'IntegratedApplication'
  UNION
  SELECT "objectMetadata"."ApplicationInstanceId", "federationId"->>'authenticationKey'
  FROM model."Account" WHERE "federationId" IS NOT NULL
)
SELECT deployed.instance AS deployment, provided.instance AS provider, key
FROM deployed JOIN provided USING (key) WHERE deployed.instance <> provided.instance;
