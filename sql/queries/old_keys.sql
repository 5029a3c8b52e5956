-- name: Keys and tokens older than a year
-- description: Enabled token accounts that were created long ago, the oldest first.
-- tags: keys, rotation, non-human, NHI7:2025
-- parameter days: 365  age in days
SELECT source.source_id, token.alias, token.name, token.sub_type, token.created_date, token.expiration_date,
  token.last_activity_date, date_diff('day', token.created_date::DATE, token.data_date) AS days_old
FROM non_human_identities AS token
JOIN application_instances AS source USING (application_instance_id)
WHERE token.type = 'Token' AND token.enabled AND date_diff('day', token.created_date::DATE, token.data_date) >= :days
ORDER BY days_old DESC, token.alias
