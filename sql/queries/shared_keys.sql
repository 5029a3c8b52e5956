-- name: Keys that several machine accounts share
-- description: Enabled keys and tokens whose hash several enabled machine accounts have, with these accounts. Agents are left out: those of one blueprint share its credentials by design.
-- tags: keys, non-human, NHI9:2025
WITH holders AS (
  SELECT hash, count(DISTINCT global_id) AS machine_accounts, list(DISTINCT alias ORDER BY alias) AS aliases
  FROM (SELECT global_id, alias, unnest(hash_identifiers) AS hash FROM accounts WHERE type = 'Machine' AND sub_type <> 'Agent' AND enabled)
  GROUP BY hash HAVING count(DISTINCT global_id) > 1
), tokens AS (
  SELECT *, unnest(hash_identifiers) AS hash FROM accounts WHERE type = 'Token' AND enabled AND account_role <> 'leaked-secret'
)
SELECT source.source_id, tokens.alias, tokens.name, holders.machine_accounts, holders.aliases, tokens.created_date, tokens.last_activity_date
FROM tokens
JOIN holders USING (hash)
JOIN application_instances AS source USING (application_instance_id)
ORDER BY holders.machine_accounts DESC, source.source_id, tokens.alias
