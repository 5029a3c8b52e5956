-- The direct steps of each rule, with the evidence of each.

-- A is a key or token of B: both have the same hash identifier. When several tokens and several accounts have it, all steps lead
-- through one node for the key.
CREATE TABLE impersonation.hashes AS
SELECT DISTINCT unnest("hashIdentifiers") AS hash, "globalId" AS account, "objectMetadata"."ApplicationInstanceId" AS instance,
  "type" = 'Token' AS is_token
FROM model."Account" WHERE len("hashIdentifiers") > 0;

CREATE TABLE impersonation.keys AS
SELECT *, least(tokens, holders) > 1 AS has_node FROM (
  SELECT hash, count(*) FILTER (is_token) AS tokens, count(*) FILTER (NOT is_token) AS holders FROM impersonation.hashes GROUP BY hash
) WHERE tokens > 0 AND holders > 0;

INSERT INTO impersonation.steps
SELECT token.account, 'Account', token.account, token.instance, holder.account, 'Account', holder.account, holder.instance,
  'Key', NULL, hash
FROM impersonation.keys
JOIN impersonation.hashes AS token USING (hash)
JOIN impersonation.hashes AS holder USING (hash)
WHERE NOT has_node AND token.is_token AND NOT holder.is_token
UNION ALL
SELECT account, 'Account', account, instance, md5(hash)::UUID, 'Key', md5(hash)::UUID, instance, 'Key', NULL, hash
FROM impersonation.keys JOIN impersonation.hashes USING (hash) WHERE has_node AND is_token
UNION ALL
SELECT md5(hash)::UUID, 'Key', md5(hash)::UUID, instance, account, 'Account', account, instance, 'Key', NULL, hash
FROM impersonation.keys JOIN impersonation.hashes USING (hash) WHERE has_node AND NOT is_token;

-- A holds an entitlement over B or something that contains B, or a privileged one on the application. Who can join a group comes to hold
-- what the group holds: this step leads to the group as a holder, and not to what is in it.
INSERT INTO impersonation.steps
WITH granted AS (
  SELECT * FROM impersonation.granted WHERE NOT is_denial
), given AS (
  SELECT granted.* FROM granted ANTI JOIN impersonation.contradictions USING (assignment, target)
  UNION ALL
  SELECT * EXCLUDE (account) REPLACE ('Account' AS holder_type, account AS holder) FROM (
    SELECT granted.*, held.account FROM granted
    SEMI JOIN impersonation.contradictions USING (assignment, target)
    JOIN impersonation.may_hold AS held USING (holder)
  ) AS each_holder
  ANTI JOIN impersonation.denied AS denied
    ON denied.assignment = each_holder.assignment AND denied.target = each_holder.target AND denied.account = each_holder.account
    AND denied.specifier IS NOT DISTINCT FROM each_holder.specifier
)
SELECT holder, holder_type, holder, instance,
  CASE WHEN target_type = 'Account' OR reason = 'Joining' THEN target ELSE content_node(target) END,
  target_type, target, target_instance, reason, assignment, specifier
FROM given WHERE holder <> target;

-- A administers its instance and may call its API.
INSERT INTO impersonation.steps
SELECT account, 'Account', account, instance, content_node(instance), 'ApplicationInstance', instance, instance, 'Administration', NULL,
  'isAdmin and hasAPIAccess'
FROM impersonation.accounts WHERE administers;

-- B signs in by SSO from A.
INSERT INTO impersonation.steps
SELECT source.account, 'Account', source.account, source.instance, own.account, 'Account', own.account, own.instance,
  'SingleSignOn', NULL, NULL
FROM enrich."Account" AS enriched
JOIN impersonation.accounts AS source ON source.account = enriched."enrichedSSOSourceAccountId"
JOIN impersonation.accounts AS own ON own.account = enriched."globalId"
WHERE source.account <> own.account;
