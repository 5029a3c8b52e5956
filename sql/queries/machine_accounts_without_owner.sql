-- name: Machine accounts without an owner
-- description: Enabled service principals, workloads, bots and agents without a known owner.
-- tags: owners, non-human, NHI1:2025
SELECT source.source_id, machine.alias, machine.name, machine.sub_type, machine.is_admin, machine.last_activity_date
FROM non_human_identities AS machine
JOIN application_instances AS source USING (application_instance_id)
WHERE machine.type = 'Machine' AND machine.enabled AND machine.global_id NOT IN (SELECT account_id FROM account_owners)
ORDER BY machine.is_admin DESC, source.source_id, machine.alias
