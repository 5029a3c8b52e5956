-- name: Accounts that were never used
-- description: Enabled accounts without any known sign-in or other use that were created some time ago. Sources that report no use at all are left out. A use in the future is unknown.
-- tags: dormant, hygiene
-- parameter days: 30  days since the account was made
SELECT source.source_id, account.alias, account.name, account.type, account.created_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.enabled
  AND (account.last_activity_date IS NULL OR account.last_activity_date >= account.data_date + INTERVAL 2 DAY)
  AND date_diff('day', account.created_date::DATE, account.data_date) >= :days
  AND account.application_instance_id IN (
    SELECT application_instance_id FROM accounts WHERE last_activity_date IS NOT NULL
  )
ORDER BY account.created_date, account.alias
