-- name: Passwords older than a year
-- description: Enabled accounts of people whose password was not changed for many days, the oldest password first.
-- tags: passwords
-- parameter days: 365  age of the password in days
SELECT source.source_id, account.alias, account.name, account.is_admin, account.last_password_changed_date,
  date_diff('day', account.last_password_changed_date::DATE, account.data_date) AS days_old
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.type = 'User' AND account.enabled
  AND date_diff('day', account.last_password_changed_date::DATE, account.data_date) >= :days
ORDER BY days_old DESC, account.alias
