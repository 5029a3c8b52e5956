-- name: Machine and token accounts with administrator rights
-- description: Enabled machine and token accounts that administer an application or hold privileged grants, with their owners.
-- tags: privileged, non-human, NHI5:2025
WITH privileged AS (
  SELECT account_id, count(DISTINCT object_id) AS privileged_objects
  FROM account_access WHERE is_privileged AND entitlement_type = 'Grant' AND account_type <> 'User' GROUP BY account_id
), owners AS (
  SELECT account_id, list(DISTINCT owner_name ORDER BY owner_name) AS owners FROM account_owners GROUP BY account_id
)
SELECT source.source_id, identity.alias, identity.name, identity.sub_type, identity.is_admin,
  coalesce(privileged.privileged_objects, 0) AS privileged_objects, owners.owners, identity.last_activity_date
FROM non_human_identities AS identity
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN privileged ON privileged.account_id = identity.global_id
LEFT JOIN owners ON owners.account_id = identity.global_id
WHERE identity.enabled AND (identity.is_admin OR privileged.account_id IS NOT NULL)
ORDER BY identity.is_admin DESC, privileged_objects DESC, identity.alias
