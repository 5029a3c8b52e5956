-- References in fields to objects of the same application instance that do not exist there, for the ledger (040_found_gaps.sql), such
-- as a manager or an owner. The rows are kept as they are. A reference counts only where all objects of its type were read, so that
-- the object is known to be missing. Federated references have a check of their own (150_unresolved_federated_references.sql).
-- The variable `complete_reads` (src/warehouse/building/read-states.ts) says which types were read completely.

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
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Activity', 'actors', 'activities are of accounts', 'Account', "actorAccountId"
  FROM model."Activity"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Activity', 'targets', 'activities are on objects', "targetObjectType",
    "targetObjectId"
  FROM model."Activity"
), counted AS (
  SELECT instance, of_type, subject, meaning, type, name, count(*) AS count
  FROM named
  SEMI JOIN (SELECT unnest(getvariable('complete_reads')::STRUCT(instance UUID, type VARCHAR)[], recursive := true)) AS complete
    USING (instance, type)
  WHERE name IS NOT NULL AND type IN ('Account', 'UserGroup', 'Role', 'PermissionSet', 'AssignedApplication',
    'IntegratedApplication', 'ResourceClass', 'ResourceInstance', 'Department', 'Employee')
  GROUP BY ALL
), known AS (
  -- Local ids are compared, because to hash the names takes many times longer.
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'Account' AS type, "id" AS name FROM model."Account"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'UserGroup', "id" FROM model."UserGroup"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'Role', "id" FROM model."Role"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'PermissionSet', "id" FROM model."PermissionSet"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'AssignedApplication', "id" FROM model."AssignedApplication"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'IntegratedApplication', "id" FROM model."IntegratedApplication"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'ResourceClass', "id" FROM model."ResourceClass"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'ResourceInstance', "id" FROM model."ResourceInstance"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'Department', "id" FROM model."Department"
  UNION ALL SELECT "objectMetadata"."ApplicationInstanceId", 'Employee', "id" FROM model."Employee"
)
SELECT instance, of_type AS type, subject, meaning, sum(count)::BIGINT AS count
FROM counted ANTI JOIN known USING (instance, type, name)
GROUP BY ALL;
