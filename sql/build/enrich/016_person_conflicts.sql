-- Evidence that contradicts itself: which accounts belong to nobody because of it, and which names are evidence for nobody. One row
-- for each object and each person that the evidence is for. The view `person_conflicts` explains the reasons.

CREATE TABLE enrich.person_conflicts AS
WITH evident AS (
  SELECT evidence.account, evidence.person, min(evidence.person) OVER own <> max(evidence.person) OVER own AS is_several,
    coalesce(is_other_number(people.number, numbers.number, numbers.local_id), false) AS is_other
  FROM enrich.person_evidence AS evidence
  JOIN enrich.people AS people USING (account)
  LEFT JOIN enrich.person_numbers AS numbers ON numbers.person = evidence.person
  WHERE evidence.account NOT IN (SELECT account FROM enrich.settled)
  WINDOW own AS (PARTITION BY evidence.account)
), repeated AS (
  SELECT kind, name FROM enrich.employee_names WHERE NOT is_unique
)
SELECT DISTINCT people.instance AS application_instance_id, evident.account AS object_id, 'Account' AS object_type,
  CASE WHEN evident.is_several THEN 'severalPersons' ELSE 'otherEmployeeNumber' END AS reason, evident.person AS person_id
FROM evident JOIN enrich.people AS people USING (account) WHERE evident.is_several OR evident.is_other
UNION ALL
SELECT instance, employee, 'Employee', 'sharedEmployeeNumber', person FROM enrich.employees
WHERE number IN (SELECT name FROM repeated WHERE kind = 'number')
UNION ALL
SELECT instance, employee, 'Employee', 'sharedAddress', person FROM enrich.employees
WHERE email IN (SELECT name FROM repeated WHERE kind = 'address')
  OR list_has_any(alternate_emails, (SELECT coalesce(list(name), []) FROM repeated WHERE kind = 'address'))
UNION ALL
SELECT DISTINCT people.instance, people.account, 'Account', 'sharedAddress', settled.person
FROM enrich.people AS people JOIN enrich.settled AS settled USING (account)
JOIN enrich.all_addresses AS shared ON NOT shared.is_unique AND shared.name IN (people.email, people.login)
WHERE people.is_identity;
