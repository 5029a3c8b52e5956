-- Why something that looks like single sign-on is none, or is not available: one row for each deployment and identity provider's
-- application, or for each account, with the reason. The view `sso_near_misses` explains the reasons.
--
-- A key is a digest, so a mistake in it cannot be read from it. Instead, the keys that usual mistakes would make are computed from what
-- each side says (issuer, client id), and compared with the keys of the other side that match nothing.

CREATE TABLE enrich.unmatched_keys AS
SELECT held.instance, held.type, held.id, held.key FROM enrich.authentication_keys AS held
WHERE held.type <> 'Authenticator' AND NOT EXISTS (
  FROM enrich.authentication_keys AS other
  WHERE other.key = held.key AND other.is_active
    AND (other.type = 'IntegratedApplication') <> (held.type = 'IntegratedApplication')
);

CREATE TABLE enrich.mistaken_keys AS
WITH clients AS (
  SELECT facts.instance, facts.type, facts.id, issuers.issuer, coalesce(facts.client_id, proven.client_id) AS client_id
  FROM enrich.sign_in_facts AS facts
  LEFT JOIN enrich.proven_client_ids AS proven ON proven.id = facts.id
  JOIN enrich.issuers AS issuers ON issuers.instance = facts.instance AND (facts.issuer IS NULL OR facts.issuer = issuers.issuer)
), texts AS (
  SELECT *, without_slash(issuer) AS bare FROM clients WHERE client_id IS NOT NULL
)
SELECT id, type, 'issuerSlash' AS reason, sha256_base64(lower(bare) || ',' || client_id) AS key FROM texts
UNION ALL
SELECT id, type, 'issuerCase', sha256_base64(bare || '/,' || client_id) FROM texts WHERE bare <> lower(bare)
UNION ALL
SELECT id, type, 'issuerCase', sha256_base64(bare || ',' || client_id) FROM texts WHERE bare <> lower(bare)
UNION ALL
SELECT id, type, 'encoding', sha256(lower(bare) || '/,' || client_id) FROM texts
UNION ALL
SELECT id, type, 'encoding', rtrim(translate(oidc_key(issuer, client_id), '+/', '-_'), '=') FROM texts;

CREATE TABLE enrich.near_pairs AS
WITH deployments AS (
  SELECT * FROM enrich.sign_in_facts
  WHERE type = 'IntegratedApplication' AND id IN (SELECT id FROM enrich.unmatched_keys)
), applications AS (
  SELECT * FROM enrich.sign_in_facts AS facts
  WHERE type = 'AssignedApplication' AND id NOT IN (SELECT application FROM enrich.deployment_matches)
), found AS (
  SELECT CASE WHEN mistake.type = 'IntegratedApplication' THEN mistake.id ELSE held.id END AS deployment,
    CASE WHEN mistake.type = 'IntegratedApplication' THEN held.id ELSE mistake.id END AS application, mistake.reason, 1 AS rank
  FROM enrich.unmatched_keys AS held JOIN enrich.mistaken_keys AS mistake USING (key) WHERE mistake.type <> held.type
  UNION ALL
  SELECT held.id, NULL, 'rotatedCertificate', 2
  FROM enrich.unmatched_keys AS held
  JOIN enrich.authentication_keys AS retired ON retired.key = held.key AND retired.type = 'Authenticator' AND NOT retired.is_active
  WHERE held.type = 'IntegratedApplication'
  UNION ALL
  SELECT deployments.id, applications.id, 'rotatedCertificate', 3
  FROM deployments JOIN applications USING (entity_id)
  UNION ALL
  SELECT deployments.id, applications.id, CASE
      WHEN deployments.client_id <> applications.client_id THEN 'clientId'
      WHEN oidc_key(deployments.issuer, '') <> oidc_key(applications.issuer, '') THEN 'issuer'
      ELSE 'keysDiffer' END, 4
  FROM deployments JOIN applications USING (name)
  WHERE applications.id IN (SELECT id FROM enrich.authentication_keys)
  UNION ALL
  -- The deployment has the key of an application with another name, and the application with its name waits for a deployment.
  SELECT deployment.id, applications.id, 'clientId', 5
  FROM enrich.deployment_matches AS matched
  JOIN enrich.sign_in_facts AS deployment ON deployment.id = matched.deployment
  JOIN enrich.sign_in_facts AS other ON other.id = matched.application AND other.name <> deployment.name
  JOIN applications ON applications.name = deployment.name AND applications.instance = other.instance
  WHERE applications.id IN (SELECT id FROM enrich.authentication_keys)
)
SELECT deployment, application, arg_min(reason, (rank, reason)) AS reason
FROM found GROUP BY ALL;

CREATE TABLE enrich.sso_near_misses AS
SELECT facts.instance AS application_instance_id, pair.deployment AS deployment_id, pair.application AS assigned_application_id,
  NULL::UUID AS account_id, pair.reason
FROM enrich.near_pairs AS pair JOIN enrich.sign_in_facts AS facts ON facts.id = pair.deployment
UNION ALL
SELECT instance, NULL, facts.id, NULL, 'ambiguousKey'
FROM enrich.sign_in_facts AS facts
WHERE facts.type = 'AssignedApplication' AND facts.id NOT IN (SELECT application FROM enrich.deployment_matches)
  AND facts.id IN (SELECT id FROM enrich.authentication_keys
    WHERE key IN (SELECT key FROM enrich.authentication_keys WHERE type = 'IntegratedApplication'))
UNION ALL
SELECT federated.instance, NULL, NULL, federated.account, CASE
    WHEN link.account_id IS NOT NULL THEN 'identityDisabled'
    WHEN federated.is_excluded THEN 'excluded'
    WHEN candidate.account IS NOT NULL THEN 'severalIdentities'
    WHEN federated.key IS NOT NULL AND federations.key IS NULL THEN 'otherKey'
    WHEN federated.federation_id IS NOT NULL THEN 'unknownFederationId'
    ELSE 'noIdentity' END
FROM enrich.federated_accounts AS federated
LEFT JOIN enrich.sso_links AS link ON link.account_id = federated.account
LEFT JOIN enrich.user_accounts AS source ON source.account = link.source_account_id
LEFT JOIN (SELECT DISTINCT account FROM enrich.sso_candidates) AS candidate ON candidate.account = federated.account
LEFT JOIN (SELECT DISTINCT deployment, key FROM enrich.federations) AS federations
  ON federations.deployment = federated.instance AND federations.key = federated.key
WHERE source.enabled IS NOT TRUE;
