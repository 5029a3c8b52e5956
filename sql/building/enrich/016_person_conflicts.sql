-- Evidence that contradicts itself: which accounts belong to nobody because of it, and which names are evidence for nobody. One row
-- for each object and each person that the evidence is for. The view `person_conflicts` explains the reasons.

CREATE TABLE enrich.person_conflicts AS
WITH unsettled AS (
  SELECT DISTINCT account, person FROM enrich.person_evidence
  WHERE account NOT IN (SELECT account FROM enrich.account_person)
), evident AS (
  SELECT account, person, count(*) OVER (PARTITION BY account) > 1 AS is_several FROM unsettled
), repeated AS (
  SELECT kind, name FROM enrich.employee_names WHERE NOT is_unique
)
SELECT people.instance AS application_instance_id, evident.account AS object_id, 'Account' AS object_type,
  CASE WHEN evident.is_several THEN 'severalPersons' ELSE 'otherEmployeeNumber' END AS reason, evident.person AS person_id
FROM evident JOIN enrich.people AS people USING (account)
UNION ALL
SELECT instance, employee, 'Employee', 'sharedEmployeeNumber', person FROM enrich.employees
WHERE number IN (SELECT name FROM repeated WHERE kind = 'number')
UNION ALL
SELECT instance, employee, 'Employee', 'sharedAddress', person FROM enrich.employees
WHERE email IN (SELECT name FROM repeated WHERE kind = 'address')
  OR list_has_any(alternate_emails, (SELECT coalesce(list(name), []) FROM repeated WHERE kind = 'address'))
UNION ALL
SELECT people.instance, people.account, 'Account', 'sharedAddress', joined.person
FROM enrich.people AS people JOIN enrich.account_person AS joined USING (account)
WHERE people.is_identity AND (people.email IN (SELECT name FROM enrich.all_addresses WHERE NOT is_unique)
  OR people.login IN (SELECT name FROM enrich.all_addresses WHERE NOT is_unique));

-- All evidence, for queries.
CREATE TABLE enrich.account_person_evidence AS
SELECT people.instance AS application_instance_id, evidence.account AS account_id, evidence.person AS person_id, evidence.rule,
  evidence.via AS via_account_id, joined.account IS NOT NULL AS is_joined
FROM enrich.person_evidence AS evidence
JOIN enrich.people AS people USING (account)
LEFT JOIN enrich.account_person AS joined USING (account);
