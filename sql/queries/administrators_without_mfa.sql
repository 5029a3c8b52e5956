-- name: Administrators without a second factor
-- description: Enabled administrators for whom no authenticator is enrolled, neither for the account nor for any other account of the same person.
-- tags: mfa, privileged
WITH enrolled AS (
  SELECT account.global_id AS account_id, account.enriched_person_id AS person_id
  FROM authenticator_enrollments AS enrollment
  JOIN accounts AS account
    ON account.application_instance_id = enrollment.application_instance_id AND account.id = enrollment.account_key
  WHERE enrollment.enrollment_status = 'Active'
)
SELECT source.source_id, account.alias, account.name, account.account_role, account.mfa_requirements, account.last_activity_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.type = 'User' AND account.enabled AND account.is_admin
  AND account.global_id NOT IN (SELECT account_id FROM enrolled)
  AND (account.enriched_person_id IS NULL
    OR account.enriched_person_id NOT IN (SELECT person_id FROM enrolled WHERE person_id IS NOT NULL))
ORDER BY source.source_id, account.alias
