-- scope: tenant
-- The names that can show to whom an account belongs. The file 012 explains the rules.

-- User accounts, except shared ones, which belong to nobody in particular. `login` and `federated` are usernames and federation ids
-- that have the form of an e-mail address. Others, such as `ada`, could be anybody's in another system.
CREATE TABLE enrich.people AS
SELECT account, instance, is_identity OR is_directory AS is_identity, is_directory, number,
  CASE WHEN regexp_replace(lower(federation_type), '[^a-z]', '', 'g') IN ('employeenumber', 'employeeid')
    THEN federation_id END AS linked_number,
  email, mailbox(alias) AS login, mailbox(federation_id) AS federated, directory_entry
FROM enrich.user_accounts WHERE NOT is_shared;

-- The id of an employee's person is that of the employee; of other persons, it is `Account:` and the id of the account that makes
-- them. A prefix keeps the two apart.
CREATE OR REPLACE TEMP MACRO person_id_of_employee(employee_id) AS
  CASE WHEN regexp_matches(employee_id, '^(Account|Employee):') THEN 'Employee:' || employee_id ELSE employee_id END;

CREATE TABLE enrich.employees AS
SELECT "globalId" AS employee, "objectMetadata"."ApplicationInstanceId" AS instance, folded("id") AS local_id,
  folded("employeeNumber") AS number, mailbox("email") AS email,
  list_distinct(list_transform("alternateEmails", lambda address: mailbox(address))) AS alternate_emails,
  global_id("objectMetadata"."ApplicationInstanceId", 'Person', person_id_of_employee("id")) AS person
FROM model."Employee";

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
