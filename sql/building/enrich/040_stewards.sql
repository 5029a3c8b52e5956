-- The primary steward of roles, classes of resources, authenticators and enrollments: the e-mail address of the responsible person.
-- Somebody who owns the object, by an entitlement that is in force, is responsible; otherwise the creator of a role, and the holder
-- of an enrollment. Of several owners, the first e-mail address is taken.

CREATE TABLE enrich.stewards AS
WITH responsible AS (
  SELECT "globalAssignedObjectId" AS object, "assignedObjectType" AS type, "globalEntityId" AS account, 1 AS rank
  FROM model."EntityAssignedAccessToObject"
  WHERE "assignedObjectType" IN ('Role', 'ResourceClass', 'Authenticator') AND "entityType" = 'Account'
    AND ("entitlementSpecification"->>'reason') = 'Ownership'
    AND ("entitlementSpecification"->>'$.reasonSpecificData.enabled') IS DISTINCT FROM 'false'
    AND ("entitlementSpecification"->>'$.reasonSpecificData.type') IS DISTINCT FROM 'Denial'
  UNION ALL
  SELECT "globalId", 'Role', "globalCreatedBy", 2 FROM model."Role" WHERE "globalCreatedBy" IS NOT NULL
  UNION ALL
  SELECT "globalId", 'AuthenticatorEnrollment',
    global_id("objectMetadata"."ApplicationInstanceId", 'Account', "accountKey"), 1
  FROM model."AuthenticatorEnrollment"
)
SELECT responsible.type, responsible.object, arg_min(person."email", (responsible.rank, person."email")) AS email
FROM responsible
JOIN enrich.account_person AS holder ON holder.account = responsible.account
JOIN enrich."Person" AS person ON person."globalId" = holder.person
WHERE person."email" IS NOT NULL GROUP BY ALL;

CREATE TABLE enrich."Role" AS
SELECT object AS "globalId", email AS "sorPrimaryStewardEmail" FROM enrich.stewards WHERE type = 'Role';
CREATE TABLE enrich."ResourceClass" AS
SELECT object AS "globalId", email AS "sorPrimaryStewardEmail" FROM enrich.stewards WHERE type = 'ResourceClass';
CREATE TABLE enrich."Authenticator" AS
SELECT object AS "globalId", email AS "sorPrimaryStewardEmail" FROM enrich.stewards WHERE type = 'Authenticator';
CREATE TABLE enrich."AuthenticatorEnrollment" AS
SELECT object AS "globalId", email AS "sorPrimaryStewardEmail" FROM enrich.stewards WHERE type = 'AuthenticatorEnrollment';
