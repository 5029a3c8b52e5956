-- name: Roles that nobody holds
-- description: Roles without a single account in them, nesting included: candidates for removal. Sources that do not say who holds a role are left out.
-- tags: roles, hygiene
SELECT source.source_id, role.name, role.type, role.created_date
FROM roles AS role
JOIN application_instances AS source USING (application_instance_id)
WHERE role.global_id NOT IN (SELECT role_id FROM role_members WHERE member_type = 'Account')
  AND role.application_instance_id IN (SELECT application_instance_id FROM role_members)
ORDER BY source.source_id, role.name
