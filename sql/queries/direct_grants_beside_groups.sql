-- name: Direct grants that bypass groups
-- description: Direct grants of accounts to objects to which groups or roles give access too. has_it_anyway is true when the account would keep the access without the direct grant.
-- tags: least-privilege, groups
WITH managed AS (
  SELECT DISTINCT global_assigned_object_id AS object_id FROM access_assignments
  WHERE entity_type IN ('UserGroup', 'Role') AND entitlement_type = 'Grant'
), through_groups AS (
  SELECT DISTINCT account_id, object_id FROM account_access WHERE access_path <> 'Direct' AND entitlement_type = 'Grant'
)
SELECT source.source_id, access.account_alias, access.object_type, access.object_name, access.entitlement_name, access.is_privileged,
  through_groups.account_id IS NOT NULL AS has_it_anyway
FROM account_access AS access
JOIN managed USING (object_id)
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN through_groups ON through_groups.account_id = access.account_id AND through_groups.object_id = access.object_id
WHERE access.access_path = 'Direct' AND access.entitlement_type = 'Grant' AND access.account_enabled
ORDER BY source.source_id, access.object_name, access.account_alias, access.entitlement_name
