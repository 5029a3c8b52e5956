-- What applications say about their sign-in in addition to their keys: issuer, client id, entity id. It is in the labels `issuer`,
-- `clientId` and `entityId` (src/connector/authentication-keys.ts); for an identity provider's application also in fields.

CREATE TABLE enrich.sign_in_facts AS
WITH labelled AS (
  SELECT "globalId" AS id, unnest(from_json("labels", '[{"name": "VARCHAR", "value": "VARCHAR"}]')) AS label
  FROM model."AssignedApplication"
  UNION ALL
  SELECT "globalId", unnest(from_json("labels", '[{"name": "VARCHAR", "value": "VARCHAR"}]')) FROM model."IntegratedApplication"
), said AS (
  SELECT id,
    min(trim(label."value")) FILTER (label."name" = 'issuer') AS issuer,
    min(trim(label."value")) FILTER (label."name" = 'clientId') AS client_id,
    min(trim(label."value")) FILTER (label."name" = 'entityId') AS entity_id
  FROM labelled WHERE label."value" <> '' GROUP BY id
)
SELECT application."objectMetadata"."ApplicationInstanceId" AS instance, 'AssignedApplication' AS type, "globalId" AS id,
  folded("name") AS name, said.issuer, coalesce(nullif("oauthClientId", ''), said.client_id) AS client_id,
  coalesce(nullif("samlEntityId", ''), said.entity_id) AS entity_id, NULL AS deployment_key
FROM model."AssignedApplication" AS application LEFT JOIN said ON said.id = "globalId"
UNION ALL
SELECT application."objectMetadata"."ApplicationInstanceId", 'IntegratedApplication', "globalId",
  folded("name"), said.issuer, said.client_id, said.entity_id, folded("key")
FROM model."IntegratedApplication" AS application LEFT JOIN said ON said.id = "globalId";

-- The authentication key of an OIDC client (specification, Authenticator): the issuer in lower case with a slash at its end, a
-- comma, the client id; SHA-256, base64.
CREATE OR REPLACE TEMP MACRO sha256_base64(text) AS base64(unhex(sha256(text)));
CREATE OR REPLACE TEMP MACRO without_slash(issuer) AS rtrim(issuer, '/');
CREATE OR REPLACE TEMP MACRO oidc_key(issuer, client_id) AS sha256_base64(lower(without_slash(issuer)) || '/,' || client_id);

-- The issuers of each instance. An instance that names very many is left out, because each is tried with each client id.
CREATE TABLE enrich.issuers AS
SELECT instance, unnest(issuers) AS issuer
FROM (SELECT instance, list(DISTINCT issuer) AS issuers FROM enrich.sign_in_facts WHERE issuer IS NOT NULL GROUP BY instance)
WHERE len(issuers) <= 10;

-- Some identity providers use the client id as the id of the application. The key proves it.
CREATE TABLE enrich.proven_client_ids AS
SELECT DISTINCT application."globalId" AS id, application."id" AS client_id
FROM model."AssignedApplication" AS application
JOIN enrich.issuers AS issuers ON issuers.instance = application."objectMetadata"."ApplicationInstanceId"
JOIN enrich.authentication_keys AS held
  ON held.id = application."globalId" AND held.key = oidc_key(issuers.issuer, application."id");

-- A deployment without a key belongs to the assigned application with its entity id, if no other assigned application and no other
-- deployment has this entity id.
CREATE TABLE enrich.entity_matches AS
SELECT min(application.id) AS application, min(application.instance) AS provider,
  min(deployment.id) AS deployment, min(deployment.instance) AS instance
FROM enrich.sign_in_facts AS application JOIN enrich.sign_in_facts AS deployment USING (entity_id)
WHERE application.type = 'AssignedApplication' AND deployment.type = 'IntegratedApplication'
  AND application.instance <> deployment.instance
GROUP BY entity_id
HAVING count(DISTINCT application.id) = 1 AND count(DISTINCT deployment.id) = 1
  AND count(*) FILTER (deployment.id IN (SELECT id FROM enrich.authentication_keys)) = 0;
