-- name: Expired accounts that are still enabled
-- description: Accounts and keys that are still enabled in the source although their expiration date has passed.
-- tags: hygiene
SELECT source.source_id, account.alias, account.name, account.type, account.expiration_date, account.last_activity_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.enabled AND account.expiration_date < account.data_date
ORDER BY account.expiration_date, account.alias
