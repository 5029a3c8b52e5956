-- Which account of an identity provider signs in to which account of an application by single sign-on (specification, Authenticator):
-- both instances have the same authentication key, one account has the function Identity, the other the function ApplicationAccount,
-- and the federated identity is the same. It is the federation id of the application's account, found among the federation ids,
-- usernames, e-mail addresses and ids of the provider. An account without a federation id is found by e-mail address or
-- username; the username does not count when both accounts have e-mail addresses and these differ. When several accounts of a
-- provider fit, none is linked. Accounts for which SSO is switched off are not linked.

CREATE TABLE enrich.federated_accounts AS
WITH exclusions AS (
  SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" AS instance,
    unnest(from_json("authenticationRequirements"->'ssoExclusions', '["VARCHAR"]')) AS "id"
  FROM model."IntegratedApplication"
)
SELECT own.account, own.instance, own.federation_id, own.federation_key AS key, own.email, own.alias,
  own.is_sso_disabled OR exclusions."id" IS NOT NULL AS is_excluded
FROM enrich.user_accounts AS own
LEFT JOIN exclusions ON exclusions.instance = own.instance AND exclusions."id" = own."id"
WHERE own.is_application_account AND own.instance IN (SELECT deployment FROM enrich.federations);

-- The names of identity accounts, and how many accounts of the provider have each name.
CREATE TABLE enrich.identity_names AS
WITH identity AS (
  SELECT *, folded("id") AS local_id FROM enrich.user_accounts
  WHERE is_identity AND instance IN (SELECT provider FROM enrich.federations)
), named AS (
  SELECT instance, account, email, 'federationId' AS kind,
    unnest(list_distinct([federation_id, alias, email, local_id])) AS name FROM identity
  UNION ALL SELECT instance, account, email, 'email', email FROM identity
  UNION ALL SELECT instance, account, email, 'alias', alias FROM identity
)
SELECT instance AS provider, kind, name, min(account) AS account, count(*) AS accounts, min(email) AS email
FROM named WHERE name IS NOT NULL GROUP BY ALL;

CREATE TABLE enrich.sso_candidates AS
WITH sought AS (
  SELECT account, instance, key, email, 'federationId' AS kind, federation_id AS name FROM enrich.federated_accounts
  WHERE federation_id IS NOT NULL AND NOT is_excluded
  UNION ALL
  SELECT account, instance, key, email, 'email', email FROM enrich.federated_accounts
  WHERE federation_id IS NULL AND email IS NOT NULL AND NOT is_excluded
  UNION ALL
  SELECT account, instance, key, email, 'alias', alias FROM enrich.federated_accounts
  WHERE federation_id IS NULL AND alias IS NOT NULL AND NOT is_excluded
)
SELECT sought.account, sought.instance, names.kind, names.account AS source, names.accounts, federations.key,
  federations.provider
FROM sought
JOIN enrich.federations AS federations
  ON federations.deployment = sought.instance AND (sought.key IS NULL OR sought.key = federations.key)
JOIN enrich.identity_names AS names
  ON names.provider = federations.provider AND names.kind = sought.kind AND names.name = sought.name
WHERE names.kind <> 'alias' OR sought.email IS NULL OR names.email IS NULL OR names.email = sought.email;

CREATE TABLE enrich.sso_links AS
WITH fitting AS (
  SELECT *, (list_position(['federationId', 'email', 'alias'], kind), source, key) AS place,
    max(accounts) OVER own AS most, min(source) OVER own AS first, max(source) OVER own AS last
  FROM enrich.sso_candidates WINDOW own AS (PARTITION BY account, provider)
)
SELECT any_value(instance) AS application_instance_id, account AS account_id, arg_min(source, place) AS source_account_id,
  arg_min(kind, place) AS matched_by, arg_min(key, place) AS authentication_key
FROM fitting WHERE most = 1 AND first = last GROUP BY account;

-- The links of accounts in other islands, which belong to the same persons.
INSERT INTO enrich.sso_links BY NAME FROM neighbours.sso_links;
