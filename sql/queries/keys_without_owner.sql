-- name: Keys and tokens without an owner
-- description: Enabled token accounts (API keys, access keys, personal access tokens, grants) for which no owner could be found. Keys that belong to a machine account with the same key are left out: they have the owner of that account.
-- tags: keys, owners, non-human, NHI1:2025
WITH machine_keys AS (
  SELECT unnest(hash_identifiers) AS hash FROM accounts WHERE type = 'Machine'
)
SELECT source.source_id, token.alias, token.name, token.sub_type, token.created_date, token.last_activity_date
FROM non_human_identities AS token
JOIN application_instances AS source USING (application_instance_id)
WHERE token.type = 'Token' AND token.enabled AND token.global_id NOT IN (SELECT account_id FROM account_owners)
  AND NOT list_has_any(coalesce(token.hash_identifiers, []), (SELECT coalesce(list(hash), []) FROM machine_keys))
ORDER BY source.source_id, token.alias
