-- name: Disabled accounts that still own keys
-- description: Machine and token accounts that can be used although the account of their owner is disabled.
-- tags: keys, owners, non-human, NHI1:2025
SELECT source.source_id, owned.account_alias, owned.account_name, owned.account_type, owned.owner_alias, owned.owner_name
FROM account_owners AS owned
JOIN application_instances AS source USING (application_instance_id)
WHERE owned.account_enabled AND NOT owned.owner_enabled
ORDER BY source.source_id, owned.account_alias, owned.owner_alias
