-- name: New administrators and roles
-- description: Administrator accounts that were created, and roles that were created or changed, in the last days. Dates in the future are unknown. Start a review of recent privileges here.
-- tags: privileged, changes
-- parameter days: 30  how many days back
SELECT source.source_id, 'Account' AS object_type, account.alias AS name, account.created_date, account.last_modified_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.is_admin AND account.enabled AND date_diff('day', account.created_date::DATE, account.data_date) BETWEEN 0 AND :days
UNION ALL
SELECT source.source_id, 'Role', role.name, role.created_date, role.last_modified_date
FROM roles AS role
JOIN application_instances AS source USING (application_instance_id)
WHERE date_diff('day', role.created_date::DATE, role.data_date) BETWEEN 0 AND :days
  OR date_diff('day', role.last_modified_date::DATE, role.data_date) BETWEEN 0 AND :days
ORDER BY created_date DESC, name
