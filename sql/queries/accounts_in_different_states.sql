-- name: People disabled here and enabled there
-- description: People with both disabled and enabled accounts. This points to an incomplete offboarding or return.
-- tags: leavers, hygiene
SELECT person_name, person_email, employment_status,
  list(source_id || ': ' || account_alias ORDER BY source_id, account_alias) FILTER (account_enabled) AS enabled_accounts,
  list(source_id || ': ' || account_alias ORDER BY source_id, account_alias) FILTER (NOT account_enabled) AS disabled_accounts
FROM person_accounts
GROUP BY person_id, person_name, person_email, employment_status
HAVING bool_or(account_enabled) AND bool_or(NOT account_enabled)
ORDER BY employment_status, person_name
