-- name: Accounts that expire soon
-- description: Enabled accounts and keys whose expiration date is near. They stop working unless somebody renews them.
-- tags: keys, rotation
-- parameter days: 30  days from now
SELECT source.source_id, account.alias, account.name, account.type, account.expiration_date,
  date_sub('day', account.generated_time, account.expiration_date) AS days_left
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.enabled AND account.expiration_date >= account.generated_time
  AND date_sub('day', account.generated_time, account.expiration_date) <= :days
ORDER BY account.expiration_date, account.alias
