-- name: Shared accounts
-- description: Enabled accounts that several people use, with the age of their password. The activities of these people cannot be distinguished.
-- tags: hygiene, passwords
SELECT source.source_id, account.alias, account.name, account.is_admin, account.last_activity_date,
  date_diff('day', account.last_password_changed_date::DATE, account.data_date) AS password_days_old
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.sub_type = 'Shared' AND account.enabled
ORDER BY source.source_id, account.alias
