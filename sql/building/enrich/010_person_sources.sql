-- The names that can show to whom an account belongs. The file 012 explains the rules.

-- User accounts, except shared ones, which belong to nobody in particular. `login` and `federated` are usernames and federation ids
-- that have the form of an e-mail address. Others, such as `ada`, could be anybody's in another system.
CREATE TABLE enrich.people AS
SELECT account, instance, is_identity OR is_directory AS is_identity, is_directory, number,
  CASE WHEN regexp_replace(lower(federation_type), '[^a-z]', '', 'g') IN ('employeenumber', 'employeeid')
    THEN federation_id END AS linked_number,
  delivered(email) AS email, email AS written_email,
  CASE WHEN is_identity OR is_directory THEN list_distinct(list_transform(alternate_emails, lambda address: delivered(address))) ELSE [] END
    AS alternate_emails,
  mailbox(alias) AS login, mailbox(federation_id) AS federated, directory_entry
FROM enrich.user_accounts WHERE NOT is_shared;

-- The id of an employee's person is that of the employee; of other persons, it is `Account:` and the id of the account that makes
-- them. A prefix keeps the two apart.
CREATE OR REPLACE TEMP MACRO person_id_of_employee(employee_id) AS
  CASE WHEN regexp_matches(employee_id, '^(Account|Employee):') THEN 'Employee:' || employee_id ELSE employee_id END;

CREATE TABLE enrich.employments AS
SELECT "globalId" AS employee, "objectMetadata"."ApplicationInstanceId" AS instance, folded("id") AS local_id,
  folded("employeeNumber") AS number, folded("name") AS name, mailbox("email") AS email, mail_address("email") AS written_email,
  list_distinct(list_transform("alternateEmails", lambda address: mailbox(address))) AS alternate_emails,
  "hireDate" AS hired_at, "terminationDate" AS left_at,
  global_id("objectMetadata"."ApplicationInstanceId", 'Person', person_id_of_employee("id")) AS person
FROM model."Employee";

-- Employments of somebody who left and was employed again: each with the last one, which makes the person. They agree in two of number,
-- name and addresses, and one has ended before the next began. A number or an address alone may have been given to somebody else.
CREATE TABLE enrich.earlier_employments AS
WITH RECURSIVE marks AS (
  SELECT employee, 'number' AS kind, number AS mark FROM enrich.employments WHERE number IS NOT NULL
  UNION
  SELECT employee, 'address', unnest(list_concat([email], alternate_emails)) FROM enrich.employments
), rare AS (
  -- What very many have is no mark of one person.
  SELECT employee, kind, mark FROM marks WHERE mark IS NOT NULL QUALIFY count(*) OVER (PARTITION BY kind, mark) BETWEEN 2 AND 20
), pairs AS (
  SELECT earlier.employee, later.employee AS later
  FROM (SELECT DISTINCT one.employee AS one, other.employee AS other FROM rare AS one JOIN rare AS other USING (kind, mark)) AS alike
  JOIN enrich.employments AS earlier ON earlier.employee = alike.one
  JOIN enrich.employments AS later ON later.employee = alike.other
  WHERE earlier.left_at < later.hired_at
    AND coalesce(earlier.number = later.number, false)::INTEGER + coalesce(earlier.name = later.name, false)::INTEGER
      + list_has_any(list_concat([earlier.email], earlier.alternate_emails), list_concat([later.email], later.alternate_emails))::INTEGER >= 2
), following AS (
  SELECT employee, later FROM pairs
  UNION
  SELECT following.employee, pairs.later FROM following JOIN pairs ON pairs.employee = following.later
), ended AS (
  SELECT employee, min(later) AS current FROM following WHERE later NOT IN (SELECT employee FROM pairs)
  GROUP BY employee HAVING min(later) = max(later)
), series AS (
  FROM ended UNION SELECT current, current FROM ended
), ordered AS (
  SELECT series.current, coalesce(hired_at > lag(left_at) OVER times, row_number() OVER times = 1) AS is_after
  FROM series JOIN enrich.employments USING (employee)
  WINDOW times AS (PARTITION BY series.current ORDER BY hired_at NULLS FIRST, employee)
)
-- Two employments at the same time are no series.
SELECT employee, current FROM ended WHERE current NOT IN (SELECT current FROM ordered WHERE NOT is_after);

CREATE TABLE enrich.employees AS
SELECT own.* EXCLUDE (person), coalesce(current.person, own.person) AS person, current.person IS NULL AS is_current
FROM enrich.employments AS own
LEFT JOIN enrich.earlier_employments AS earlier USING (employee)
LEFT JOIN enrich.employments AS current ON current.employee = earlier.current;

-- Numbers, ids and addresses of employees. What several employees have is evidence for none of them.
CREATE TABLE enrich.employee_names AS
WITH named AS (
  SELECT 'number' AS kind, number AS name, person FROM enrich.employees
  UNION ALL SELECT 'id', local_id, person FROM enrich.employees
  UNION ALL SELECT 'address', email, person FROM enrich.employees
  UNION ALL SELECT 'address', unnest(alternate_emails), person FROM enrich.employees
)
SELECT kind, name, min(person) AS person, min(person) = max(person) AS is_unique
FROM named WHERE name IS NOT NULL GROUP BY kind, name;

-- The accounts whose evidence also counts for an account: that of the directory with which it is synced, the one that signs in to
-- it by SSO, and theirs in turn. Chains are followed over four links, so that cycles end.
CREATE TABLE enrich.account_links AS
SELECT people.account, people.directory_entry AS source, 'directoryEntry' AS rule
FROM enrich.people JOIN enrich.people AS entry ON entry.account = people.directory_entry
WHERE people.directory_entry <> people.account
UNION
SELECT link.account_id, link.source_account_id, 'federation'
FROM enrich.sso_links AS link
JOIN enrich.people AS own ON own.account = link.account_id JOIN enrich.people AS source ON source.account = link.source_account_id
WHERE link.source_account_id <> link.account_id;

CREATE TABLE enrich.account_sources AS
WITH RECURSIVE followed AS (
  SELECT account, source, rule, 1 AS steps FROM enrich.account_links
  UNION
  SELECT followed.account, link.source, followed.rule, followed.steps + 1
  FROM followed JOIN enrich.account_links AS link ON link.account = followed.source
  WHERE followed.steps < 4 AND link.source <> followed.account
)
SELECT account, source, any_value(people.number) AS number, min(rule) AS rule
FROM followed JOIN enrich.people AS people USING (account) GROUP BY account, source;
