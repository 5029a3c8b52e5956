-- name: Separation of duties: holders of two roles
-- description: People and machine accounts that hold two roles that nobody should hold together, directly or through groups, in one account or in several.
-- tags: separation-of-duties, roles
-- parameter first_role: 'Maintain vendors'  name of one role
-- parameter second_role: 'Run payments'  name of the other
WITH held AS (
  SELECT coalesce(account.enriched_person_id, account.global_id) AS holder_id, coalesce(person.display_name, account.alias) AS holder,
    role.role_name, source.source_id || ': ' || account.alias AS account
  FROM role_members AS role
  JOIN accounts AS account ON account.global_id = role.member_id
  JOIN application_instances AS source ON source.application_instance_id = account.application_instance_id
  LEFT JOIN persons AS person ON person.global_id = account.enriched_person_id
  WHERE account.enabled AND role.role_name IN (:first_role, :second_role)
)
SELECT holder, list(DISTINCT account ORDER BY account) FILTER (role_name = :first_role) AS first_role_through,
  list(DISTINCT account ORDER BY account) FILTER (role_name = :second_role) AS second_role_through
FROM held
GROUP BY holder_id, holder
HAVING bool_or(role_name = :first_role) AND bool_or(role_name = :second_role)
ORDER BY holder
