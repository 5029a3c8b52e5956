-- name: Grants that nobody uses
-- description: Access that an enabled account has, directly or through groups and roles, but has not used for many days. Only kinds of objects whose use the source reports are included.
-- tags: least-privilege, dormant, NHI5:2025
-- parameter days: 90  days without use
WITH used AS (
  SELECT global_actor_account_id AS account_id, global_target_object_id AS object_id, max(occurred_at) AS last_used
  FROM activities WHERE outcome <> 'Failure' AND occurred_at < data_date + INTERVAL 2 DAY GROUP BY ALL
), observed AS (
  SELECT DISTINCT application_instance_id, target_object_type AS object_type FROM activities
)
SELECT source.source_id, access.account_alias, access.object_type, access.object_name, bool_or(access.is_privileged) AS privileged,
  list(DISTINCT access.access_path ORDER BY access.access_path) AS through, max(used.last_used) AS last_used
FROM account_access AS access
JOIN observed USING (application_instance_id, object_type)
JOIN application_instances AS source USING (application_instance_id)
JOIN accounts AS account ON account.global_id = access.account_id
LEFT JOIN used ON used.account_id = access.account_id AND used.object_id = access.object_id
WHERE access.account_enabled AND access.entitlement_type = 'Grant'
  AND (used.last_used IS NULL OR date_diff('day', used.last_used::DATE, account.data_date) >= :days)
GROUP BY source.source_id, access.account_id, access.account_alias, access.object_id, access.object_type, access.object_name
ORDER BY privileged DESC, access.account_alias, access.object_name
