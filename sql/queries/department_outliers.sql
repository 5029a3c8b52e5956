-- name: Access that is unusual for the department
-- description: Groups and roles that a person holds but hardly anybody else in the same department. Departments with few people are left out.
-- tags: least-privilege, departments
-- parameter percent: 10  largest share of the department that holds it, in percent
-- parameter people: 8  least number of people in the department
WITH staff AS (
  SELECT DISTINCT person_id, person_name, department FROM person_accounts
  WHERE employment_status <> 'Terminated' AND department IS NOT NULL
), sizes AS (
  SELECT department, count(*) AS people FROM staff GROUP BY department
), held AS (
  SELECT DISTINCT account.person_id, membership.container_id, membership.container_type, membership.container_name
  FROM memberships AS membership
  JOIN person_accounts AS account ON account.account_id = membership.member_id
  WHERE account.account_enabled
), common AS (
  SELECT staff.department, held.container_id, count(*) AS holders FROM staff JOIN held USING (person_id) GROUP BY ALL
)
SELECT staff.department, staff.person_name, held.container_type, held.container_name, common.holders, sizes.people
FROM staff
JOIN held USING (person_id)
JOIN common ON common.department = staff.department AND common.container_id = held.container_id
JOIN sizes ON sizes.department = staff.department
WHERE sizes.people >= :people AND common.holders * 100 <= sizes.people * :percent
ORDER BY common.holders, staff.department, staff.person_name, held.container_name
