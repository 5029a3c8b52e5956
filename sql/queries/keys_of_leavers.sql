-- name: Keys and machine accounts of leavers
-- description: Enabled machine and token accounts with an owner who has left the organisation.
-- tags: leavers, keys, owners, non-human, NHI1:2025
SELECT source.source_id, owned.account_alias, owned.account_name, owned.account_type, owned.owner_name, owned.owner_alias
FROM account_owners AS owned
JOIN application_instances AS source USING (application_instance_id)
WHERE owned.account_enabled AND owned.owner_employment_status = 'Terminated'
ORDER BY source.source_id, owned.account_alias, owned.owner_alias
