-- name: Contractors who administer applications
-- description: People who are not employed (contractors, vendors, temporary staff and interns) with an enabled administrator account.
-- tags: privileged, contractors
SELECT person_name, person_email, employment_type, source_id, account_alias, last_activity_date
FROM person_accounts
WHERE is_admin AND account_enabled AND employment_type IN ('Contractor', 'Vendor', 'Temporary', 'Intern')
ORDER BY employment_type, person_name, source_id
