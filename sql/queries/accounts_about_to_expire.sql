-- name: Accounts that expire soon
-- description: Enabled accounts and keys whose expiration date is near. They stop working unless somebody renews them.
-- tags: keys, rotation, NHI7:2025
-- parameter days: 30  days after the data date
SELECT source.source_id, account.alias, account.name, account.type, account.expiration_date,
  date_diff('day', account.data_date, account.expiration_date::DATE) AS days_left
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.enabled AND account.expiration_date >= account.data_date
  AND date_diff('day', account.data_date, account.expiration_date::DATE) <= :days
ORDER BY account.expiration_date, account.alias
