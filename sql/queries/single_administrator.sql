-- name: Applications with a single administrator
-- description: Sources in which exactly one enabled account of a person is an administrator. When that person is absent, nobody can administer the application.
-- tags: resilience, owners
SELECT source.source_id, source.application_name, any_value(account.alias) AS administrator,
  any_value(account.last_activity_date) AS last_activity_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.type = 'User' AND account.enabled AND account.is_admin
GROUP BY source.source_id, source.application_name
HAVING count(*) = 1
ORDER BY source.source_id
