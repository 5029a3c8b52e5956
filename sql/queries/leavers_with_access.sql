-- name: Leavers with enabled accounts
-- description: People whose employment has ended but who still have an enabled account, and whether it was used after the last day of work; empty where that depends on the time zone.
-- tags: leavers
SELECT person_name, person_email, termination_date, source_id, account_alias, is_admin, last_activity_date,
  used_after_last_day AS used_after_leaving
FROM person_accounts
WHERE employment_status = 'Terminated' AND account_enabled
ORDER BY used_after_leaving DESC NULLS LAST, termination_date, person_name, source_id
