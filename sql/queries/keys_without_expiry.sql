-- name: Keys and tokens that never expire
-- description: Enabled token accounts without an expiration date, those with administrator rights first.
-- tags: keys, rotation, non-human, NHI7:2025
SELECT source.source_id, token.alias, token.name, token.sub_type, token.is_admin, token.created_date, token.last_activity_date
FROM non_human_identities AS token
JOIN application_instances AS source USING (application_instance_id)
WHERE token.type = 'Token' AND token.enabled AND token.expiration_date IS NULL
ORDER BY token.is_admin DESC, source.source_id, token.alias
