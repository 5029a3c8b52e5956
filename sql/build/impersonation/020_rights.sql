-- Entitlements in force by which their holders can act as others: one row for each specifier that names impersonation, assuming of
-- a role or delegation, and one for each privileged entitlement on an application. A specifier may name its target after the
-- word (`impersonate:<local id>`, `*` for every account of the instance). The text is searched before it is parsed, because
-- few of the entitlements are of this kind. A denial that names nothing denies every right over its object.

CREATE TABLE impersonation.rights AS
WITH candidates AS (
  SELECT "globalId" AS assignment, "objectMetadata"."ApplicationInstanceId" AS instance, "entityType" AS holder_type,
    "globalEntityId" AS holder, "assignedObjectType" AS object_type, "globalAssignedObjectId" AS object,
    "assignedObjectId" AS local_object, "entitlementSpecification"->'$.reasonSpecificData' AS data
  FROM model."EntityAssignedAccessToObject"
  WHERE contains(lower("entitlementSpecification"::VARCHAR), '"denial"') OR contains(lower("entitlementSpecification"::VARCHAR), 'impersonat')
    OR contains(lower("entitlementSpecification"::VARCHAR), 'assume') OR contains(lower("entitlementSpecification"::VARCHAR), 'delegat')
    OR contains(lower("entitlementSpecification"::VARCHAR), 'actas') OR contains(lower("entitlementSpecification"::VARCHAR), 'act-as')
    OR contains(lower("entitlementSpecification"::VARCHAR), 'act_as') OR contains(lower("entitlementSpecification"::VARCHAR), 'act.as')
    OR contains(lower("entitlementSpecification"::VARCHAR), 'act as')
    OR ("assignedObjectType" IN ('IntegratedApplication', 'AssignedApplication')
      AND contains("entitlementSpecification"::VARCHAR, '"isPrivileged":true'))
), in_force AS (
  SELECT * EXCLUDE (data), data->'permissions' AS permissions, (data->>'type') IS NOT DISTINCT FROM 'Denial' AS is_denial
  FROM candidates WHERE (data->>'enabled') IS DISTINCT FROM 'false'
), specified AS (
  SELECT * EXCLUDE (permissions), unnest(from_json(permissions->'fineGrainedSpecifiers', '["VARCHAR"]')) AS specifier FROM in_force
), found AS (
  SELECT assignment, instance, holder_type, holder, object_type, object, local_object, is_denial, 'Impersonation' AS reason,
    specifier, nullif(regexp_extract(specifier,
      '(?:impersonat[a-z]*|assume[-_. ]?role[a-z]*|delegat(?:e|es|ion)|act[-_. ]?as):(.+)', 1, 'is'), '') AS argument
  FROM specified
  WHERE regexp_matches(specifier, 'impersonat|assume[-_. ]?role|(^|[^a-z])delegat(e|es|ion)([^a-z]|$)', 'i')
    OR regexp_matches(specifier, '(^|[^A-Za-z])[Aa][Cc][Tt][-_. ]?[Aa][Ss]([^a-z]|$)')
  UNION ALL
  SELECT assignment, instance, holder_type, holder, object_type, object, local_object, is_denial, 'Administration', NULL, NULL
  FROM in_force
  WHERE object_type IN ('IntegratedApplication', 'AssignedApplication') AND (permissions->>'isPrivileged') = 'true'
)
FROM found
UNION ALL
SELECT denial.assignment, denial.instance, denial.holder_type, denial.holder, denial.object_type, denial.object, denial.local_object,
  true, denied.reason, denied.specifier, denied.argument
FROM in_force AS denial
JOIN (SELECT DISTINCT object, reason, specifier, argument FROM found WHERE NOT is_denial) AS denied USING (object)
WHERE denial.is_denial AND coalesce(len(from_json(denial.permissions->'fineGrainedSpecifiers', '["VARCHAR"]')), 0) = 0
  AND NOT coalesce(contains(denial.permissions::VARCHAR, 'true'), false);
