-- name: Orphaned accounts
-- description: Enabled accounts of people whose holder is unknown to the HR systems. Shared accounts and those of guests and external people are left out.
-- tags: orphans, hygiene
SELECT source.source_id, account.alias, account.name, account.email, account.is_admin, account.last_activity_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.type = 'User' AND account.enabled AND account.enriched_person_id IS NULL
  AND account.sub_type NOT IN ('Shared', 'Guest', 'External')
ORDER BY account.is_admin DESC, source.source_id, account.alias
