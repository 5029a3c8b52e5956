-- name: Sensitive resources with many readers
-- description: Sensitive resources that many enabled accounts reach, through whatever groups and roles.
-- tags: data, least-privilege
-- parameter accounts: 20  accounts that reach the resource
SELECT source.source_id, resource.name, count(DISTINCT access.account_id) AS accounts,
  count(DISTINCT access.account_id) FILTER (access.can_update OR access.can_delete) AS accounts_that_change,
  count(DISTINCT access.holder_id) FILTER (access.access_path <> 'Direct') AS through_groups_and_roles
FROM resource_instances AS resource
JOIN application_instances AS source USING (application_instance_id)
JOIN account_access AS access ON access.object_id = resource.global_id
WHERE resource.is_sensitive AND access.account_enabled AND access.entitlement_type = 'Grant'
GROUP BY resource.global_id, source.source_id, resource.name
HAVING count(DISTINCT access.account_id) >= :accounts
ORDER BY accounts DESC, resource.name
