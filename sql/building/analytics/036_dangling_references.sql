-- References in fields to objects of the same application instance that do not exist there, for the ledger (040_found_gaps.sql), such
-- as a manager or an owner. The rows are kept as they are. A reference counts only where all objects of its type were read, so that
-- the object is known to be missing. Federated references have a check of their own (150_unresolved_federated_references.sql).
-- The variable `complete_reads` (src/warehouse/building/read-states.ts) says which types were read completely.

CREATE TABLE analytics.complete_types AS
SELECT instance, type
FROM (SELECT unnest(getvariable('complete_reads')::STRUCT(instance UUID, type VARCHAR)[], recursive := true))
WHERE type IN ('Account', 'UserGroup', 'Role', 'PermissionSet', 'AssignedApplication', 'IntegratedApplication', 'ResourceClass',
  'ResourceInstance', 'Department', 'Employee');

-- Local ids are compared, because to hash the names takes many times longer.
CREATE VIEW analytics.known_objects AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'Account' AS type, "id" AS name FROM model."Account"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'UserGroup', "id" FROM model."UserGroup"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'Role', "id" FROM model."Role"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'PermissionSet', "id" FROM model."PermissionSet"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'AssignedApplication', "id" FROM model."AssignedApplication"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'IntegratedApplication', "id" FROM model."IntegratedApplication"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'ResourceClass', "id" FROM model."ResourceClass"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'ResourceInstance', "id" FROM model."ResourceInstance"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'Department', "id" FROM model."Department"
UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'Employee', "id" FROM model."Employee";

CREATE TABLE analytics.dangling_references AS
WITH named AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'DepartmentContainsDepartment' AS of_type,
    'containing departments' AS subject, 'departments lie in departments' AS meaning, 'Department' AS type, "parentId" AS name
  FROM model."DepartmentContainsDepartment"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'DepartmentContainsDepartment', 'contained departments',
    'departments contain departments', 'Department', "childId"
  FROM model."DepartmentContainsDepartment"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Employee', 'managers', 'employees have managers', 'Employee', "managerEmployeeId"
  FROM model."Employee"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Employee', 'departments', 'employees belong to departments', 'Department',
    "departmentId"
  FROM model."Employee"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Account', 'creators', 'accounts were made by accounts', 'Account', "createdBy"
  FROM model."Account" WHERE "createdBy" IS NOT NULL AND ("createdByFederation"->>'isFederated') IS DISTINCT FROM 'true'
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'AuthenticatorEnrollment', 'accounts', 'enrollments are of accounts', 'Account',
    "accountKey"
  FROM model."AuthenticatorEnrollment"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'ResourceInstance', 'owners', 'owners of resources are accounts', 'Account',
    unnest("ownerAccountIds")
  FROM model."ResourceInstance"
  UNION ALL
  SELECT instance, 'UserGroup', 'owners', 'owners of groups are objects', owner."objectType", owner."objectId"
  FROM (
    SELECT "objectMetadata"."ApplicationInstanceId" AS instance, unnest(from_json("owners",
      '[{"objectType": "VARCHAR", "objectId": "VARCHAR", "federationInformation": {"isFederated": "BOOLEAN"}}]')) AS owner
    FROM model."UserGroup"
  ) WHERE owner."federationInformation"."isFederated" IS NOT TRUE
)
SELECT instance, of_type AS type, subject, meaning, count(*) AS count
FROM named
SEMI JOIN analytics.complete_types AS complete USING (instance, type)
ANTI JOIN analytics.known_objects AS known USING (instance, type, name)
WHERE name IS NOT NULL
GROUP BY ALL;

-- Activities change with nearly every read, and the others seldom do.
CREATE TABLE analytics.dangling_references_of_activities AS
WITH named AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'Activity' AS of_type,
    'actors' AS subject, 'activities are of accounts' AS meaning, 'Account' AS type, "actorAccountId" AS name
  FROM model."Activity"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Activity', 'targets', 'activities are on objects', "targetObjectType",
    "targetObjectId"
  FROM model."Activity"
)
SELECT instance, of_type AS type, subject, meaning, count(*) AS count
FROM named
SEMI JOIN analytics.complete_types AS complete USING (instance, type)
ANTI JOIN analytics.known_objects AS known USING (instance, type, name)
WHERE name IS NOT NULL
GROUP BY ALL;
