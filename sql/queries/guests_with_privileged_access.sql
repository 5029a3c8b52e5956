-- name: Guests with privileged access
-- description: Enabled accounts of guests and external people that administer an application or hold a privileged grant, and the groups or roles that give it.
-- tags: privileged, guests
SELECT source.source_id, account.alias, account.name, account.sub_type, account.is_admin, access.object_type, access.object_name,
  access.entitlement_name, access.access_path, [step.name FOR step IN access.path] AS through
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN account_access AS access
  ON access.account_id = account.global_id AND access.is_privileged AND access.entitlement_type = 'Grant'
WHERE account.sub_type IN ('Guest', 'External') AND account.enabled AND (account.is_admin OR access.account_id IS NOT NULL)
ORDER BY source.source_id, account.alias, access.object_name
