-- The grants that rules read: those in force that are privileged, that belong to a group or role, or that are to a sensitive
-- resource. The tests on the text come first because they are much faster than reading JSON; only texts that pass are read. A grant
-- does not count when its holder has a denial for the same object.

CREATE TABLE risks.sensitive_resources AS
SELECT "globalId" AS entity, "objectMetadata"."ApplicationInstanceId" AS instance, "id" AS id,
  coalesce("displayName", "name") AS label, "externallyShared" AS is_shared, "ownerAccountIds" AS owner_ids
FROM model."ResourceInstance" WHERE "isSensitive";

CREATE TABLE risks.grants AS
WITH assigned AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalEntityId" AS holder, "entityType" AS holder_type, "globalAssignedObjectId" AS object,
    "assignedObjectType" AS object_type, "entitlementSpecification" AS entitlement,
    contains("entitlementSpecification"::VARCHAR, '"isPrivileged":true')
      AND ("entitlementSpecification"->>'$.reasonSpecificData.permissions.isPrivileged') = 'true' AS is_privileged,
    contains("entitlementSpecification"::VARCHAR, '"Denial"')
      AND ("entitlementSpecification"->>'$.reasonSpecificData.type') = 'Denial' AS is_denial,
    contains("entitlementSpecification"::VARCHAR, '"enabled":false')
      AND ("entitlementSpecification"->>'$.reasonSpecificData.enabled') = 'false' AS is_off
  FROM model."EntityAssignedAccessToObject"
), sensitive AS (
  SELECT entity AS object FROM risks.sensitive_resources
  UNION
  SELECT nesting.ancestor_id FROM analytics.resource_nesting AS nesting
  JOIN risks.sensitive_resources AS resource ON resource.entity = nesting.resource_id
)
SELECT assigned.instance, assigned.holder, assigned.holder_type, assigned.object, assigned.object_type,
  coalesce(assigned.is_privileged, false) AS is_privileged,
  CASE WHEN assigned.is_privileged THEN assigned.entitlement->>'$.reasonSpecificData.name' END AS name
FROM assigned
LEFT JOIN sensitive USING (object)
ANTI JOIN (SELECT holder, object FROM assigned WHERE is_denial AND is_off IS NOT TRUE) AS denied
  ON denied.holder = assigned.holder AND denied.object = assigned.object
WHERE assigned.is_off IS NOT TRUE AND assigned.is_denial IS NOT TRUE
  AND (assigned.is_privileged OR assigned.holder_type <> 'Account' OR sensitive.object IS NOT NULL);
