-- name: Leavers with enabled accounts
-- description: People whose employment has ended but who still have an enabled account, and whether it was used since.
-- tags: leavers
SELECT person_name, person_email, termination_date, source_id, account_alias, is_admin, last_activity_date,
  coalesce(last_activity_date > termination_date, false) AS used_after_leaving
FROM person_accounts
WHERE employment_status = 'Terminated' AND account_enabled
ORDER BY used_after_leaving DESC, termination_date, person_name, source_id
