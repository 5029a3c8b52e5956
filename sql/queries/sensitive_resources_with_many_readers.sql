-- name: Sensitive resources with many readers
-- description: Sensitive resources that many enabled accounts reach, directly, through groups and roles, or through access to a resource that contains them. Accounts with a denial for the resource are left out.
-- tags: data, least-privilege
-- parameter accounts: 20  least number of accounts that reach the resource
WITH denied AS (
  SELECT account_id, resource_id FROM account_resource_access WHERE entitlement_type = 'Denial'
)
SELECT source.source_id, access.resource_name, count(DISTINCT access.account_id) AS accounts,
  count(DISTINCT access.account_id) FILTER (access.can_update OR access.can_delete) AS accounts_that_change,
  count(DISTINCT access.account_id) FILTER (access.levels_down > 0) AS accounts_from_above,
  count(DISTINCT access.holder_id) FILTER (access.access_path <> 'Direct') AS through_groups_and_roles
FROM account_resource_access AS access
JOIN application_instances AS source USING (application_instance_id)
ANTI JOIN denied ON denied.account_id = access.account_id AND denied.resource_id = access.resource_id
WHERE access.is_sensitive AND access.account_enabled AND access.entitlement_type = 'Grant'
GROUP BY access.resource_id, source.source_id, access.resource_name
HAVING count(DISTINCT access.account_id) >= :accounts
ORDER BY accounts DESC, access.resource_name
