-- name: Accounts with many failed sign-ins
-- description: Accounts with many failed sign-ins in the last days before the newest known activity, with the addresses that the attempts came from.
-- tags: activity
-- parameter days: 30  how many days back
-- parameter failures: 2  least number of failed sign-ins
WITH newest AS (SELECT max(occurred_at) AS at FROM activities)
SELECT source.source_id, account.alias, account.name, account.enabled, count(*) AS failures,
  count(DISTINCT activity.ip_address) AS addresses, max(activity.occurred_at) AS last_failure
FROM activities AS activity
JOIN accounts AS account ON account.global_id = activity.global_actor_account_id
JOIN application_instances AS source ON source.application_instance_id = activity.application_instance_id
CROSS JOIN newest
WHERE activity.category = 'Login' AND activity.outcome = 'Failure' AND date_sub('day', activity.occurred_at, newest.at) <= :days
GROUP BY account.global_id, source.source_id, account.alias, account.name, account.enabled
HAVING count(*) >= :failures
ORDER BY failures DESC, account.alias
