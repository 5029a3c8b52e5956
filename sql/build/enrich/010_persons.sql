-- Persons: one per employee of an HR source. User accounts are joined by employee number, otherwise by e-mail address.
-- Generated addresses, which end in .invalid, are not used. An account that matches two employees gets the first by global id.

CREATE TABLE enrich."Person" AS
SELECT
  global_id(employee."objectMetadata"."ApplicationInstanceId", 'Person', employee."id") AS "globalId",
  employee."id" AS "id",
  coalesce(employee."displayName", employee."name", employee."email", employee."id") AS "displayName",
  employee."email" AS "email",
  employee."id" AS "employeeId",
  employee."employeeNumber" AS "employeeNumber",
  employee."employmentStatus" AS "employmentStatus",
  employee."employmentType" AS "employmentType",
  employee."hireDate" AS "hireDate",
  employee."terminationDate" AS "terminationDate",
  employee."title" AS "title",
  employee."department" AS "department",
  employee."companyName" AS "companyName",
  employee."managerEmployeeId" AS "managerPersonId",
  coalesce(employee."managerEmail", manager."email") AS "managerEmail",
  employee."globalId" AS "globalEmployeeId",
  CASE WHEN manager."id" IS NOT NULL
    THEN global_id(manager."objectMetadata"."ApplicationInstanceId", 'Person', manager."id") END AS "globalManagerPersonId",
  struct_update(employee."objectMetadata", "Profile" := 'Person', "ObjectOrRelationshipType" := 'Person') AS "objectMetadata",
  employee."serviceObjectMetadata" AS "serviceObjectMetadata"
FROM model."Employee" AS employee
LEFT JOIN model."Employee" AS manager ON manager."globalId" = employee."globalManagerEmployeeId";

CREATE TABLE enrich."Employee" AS
SELECT "globalEmployeeId" AS "globalId", "globalId" AS "enrichedPersonId" FROM enrich."Person";

CREATE TABLE enrich.account_person AS
WITH people AS (
  SELECT "globalId", "email", "employeeNumber" FROM model."Account"
  WHERE "type" = 'User' AND EXISTS (FROM enrich."Person")
), evidence AS (
  SELECT people."globalId" AS account, person."globalId" AS person, 1 AS rank, 'employeeNumber' AS evidence
  FROM people JOIN enrich."Person" AS person ON person."employeeNumber" = people."employeeNumber"
  UNION ALL
  SELECT people."globalId", person."globalId", 2, 'email'
  FROM people JOIN enrich."Person" AS person ON lower(person."email") = lower(people."email")
  WHERE NOT ends_with(lower(people."email"), '.invalid')
)
SELECT account, arg_min(person, (rank, person)) AS person, arg_min(evidence, (rank, person)) AS evidence
FROM evidence GROUP BY account;
