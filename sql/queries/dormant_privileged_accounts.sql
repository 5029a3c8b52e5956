-- name: Dormant privileged accounts
-- description: Enabled accounts that administer an application or hold privileged access, and have not been used for many days. For an account without known use, the days count from its creation. Times in the future are ignored.
-- tags: dormant, privileged
-- parameter days: 90  days without use
WITH privileged AS (
  SELECT DISTINCT account_id FROM account_access WHERE is_privileged AND entitlement_type = 'Grant'
), dated AS (
  -- One day after the data date is allowed for clocks that differ.
  SELECT global_id, coalesce(
    CASE WHEN last_activity_date < data_date + INTERVAL 2 DAY THEN last_activity_date END,
    CASE WHEN created_date < data_date + INTERVAL 2 DAY THEN created_date END) AS since
  FROM accounts
)
SELECT source.source_id, account.alias, account.name, account.type, account.is_admin, account.last_activity_date,
  date_diff('day', dated.since::DATE, account.data_date) AS days_unused
FROM accounts AS account
JOIN dated USING (global_id)
JOIN application_instances AS source USING (application_instance_id)
WHERE account.enabled AND (account.is_admin OR account.global_id IN (SELECT account_id FROM privileged))
  AND date_diff('day', dated.since::DATE, account.data_date) >= :days
ORDER BY days_unused DESC, account.alias
