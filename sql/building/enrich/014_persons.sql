-- Persons: one for each employee of an HR source, whose last employment describes it, and those that accounts of identity providers and directories make (012). The HR
-- record decides the fields of the first; the account that makes the person those of the others.

CREATE TABLE enrich.person_addresses AS
SELECT name, person FROM enrich.employee_names WHERE kind = 'address' AND is_unique
UNION ALL
SELECT name, person FROM enrich.all_addresses WHERE is_unique AND name NOT IN (SELECT name FROM enrich.employee_names WHERE kind = 'address');

CREATE TABLE enrich."Person" AS
WITH main_addresses AS (
  SELECT person, written_email AS email FROM enrich.employees WHERE is_current
  UNION ALL SELECT made.person, people.written_email FROM enrich.made_persons AS made JOIN enrich.people ON people.account = made.maker
), account_addresses AS (
  SELECT person, list_sort(list(email)) AS addresses FROM (
    SELECT DISTINCT joined.person, people.written_email AS email
    FROM enrich.account_person AS joined JOIN enrich.people USING (account) JOIN main_addresses AS main USING (person)
    WHERE people.written_email IS DISTINCT FROM main.email AND people.written_email IS NOT NULL
  ) GROUP BY person
), described AS (
  SELECT own.person AS "globalId", person_id_of_employee(employee."id") AS "id",
    coalesce(employee."displayName", employee."name", employee."email", employee."id") AS "displayName",
    employee."email" AS "email",
    employee."alternateEmails" AS "alternateEmails",
    employee."id" AS "employeeId",
    employee."employeeNumber" AS "employeeNumber",
    employee."employmentStatus" AS "employmentStatus",
    employee."employmentType" AS "employmentType",
    employee."hireDate" AS "hireDate",
    employee."terminationDate" AS "terminationDate",
    employee."title" AS "title",
    employee."department" AS "department",
    employee."companyName" AS "companyName",
    person_id_of_employee(employee."managerEmployeeId") AS "managerPersonId",
    coalesce(employee."managerEmail", manager_employee."email") AS "managerEmail",
    employee."globalId" AS "globalEmployeeId",
    manager.person AS "globalManagerPersonId",
    employee."objectMetadata" AS metadata
  FROM model."Employee" AS employee
  JOIN enrich.employees AS own ON own.employee = employee."globalId" AND own.is_current
  LEFT JOIN enrich.employees AS manager ON manager.employee = employee."globalManagerEmployeeId"
  LEFT JOIN model."Employee" AS manager_employee ON manager_employee."globalId" = employee."globalManagerEmployeeId"
  UNION ALL BY NAME
  SELECT made.person AS "globalId", made."id" AS "id",
    coalesce(account."displayName", account."name", mail_address(account."email"), account."alias") AS "displayName",
    CASE WHEN mail_address(account."email") IS NOT NULL THEN account."email" END AS "email",
    account."alternateEmails" AS "alternateEmails",
    account."employeeNumber" AS "employeeNumber",
    account."title" AS "title",
    account."department" AS "department",
    account."companyName" AS "companyName",
    account."managerEmails"[1] AS "managerEmail",
    manager.person AS "globalManagerPersonId",
    account."objectMetadata" AS metadata
  FROM enrich.made_persons AS made
  JOIN model."Account" AS account ON account."globalId" = made.maker
  LEFT JOIN enrich.person_addresses AS manager ON manager.name = mailbox(account."managerEmails"[1])
)
SELECT described.* EXCLUDE (metadata, "alternateEmails"),
  nullif(list_sort(list_filter(
    list_distinct(list_concat(coalesce(described."alternateEmails", []), coalesce(account_addresses.addresses, []))),
    lambda address: folded(address) IS DISTINCT FROM folded(described."email"))), []) AS "alternateEmails",
  struct_update(metadata, "Profile" := 'Person', "ObjectOrRelationshipType" := 'Person') AS "objectMetadata"
FROM described LEFT JOIN account_addresses ON account_addresses.person = described."globalId";

CREATE TABLE enrich."Employee" AS
SELECT employee AS "globalId", person AS "enrichedPersonId" FROM enrich.employees;
