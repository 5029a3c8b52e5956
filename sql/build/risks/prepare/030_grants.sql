-- The grants that rules read: those in force that are privileged, or that belong to a group or role. The tests on the text come
-- first because they are much faster than reading JSON; only texts that pass are read. A grant does not count when its holder has a
-- denial for the same object.

CREATE TABLE risks.sensitive_resources AS
SELECT "globalId" AS entity, "objectMetadata"."ApplicationInstanceId" AS instance, "id" AS id,
  coalesce("displayName", "name") AS label, "externallyShared" AS is_shared, "ownerAccountIds" AS owner_ids
FROM model."ResourceInstance" WHERE "isSensitive";

CREATE TEMP MACRO is_entitlement_off(entitlement) AS contains(entitlement::VARCHAR, '"enabled":false')
  AND (entitlement->>'$.reasonSpecificData.enabled') = 'false';
CREATE TEMP MACRO is_entitlement_denial(entitlement) AS contains(entitlement::VARCHAR, '"Denial"')
  AND (entitlement->>'$.reasonSpecificData.type') = 'Denial';
CREATE TEMP MACRO is_entitlement_privileged(entitlement) AS contains(entitlement::VARCHAR, '"isPrivileged":true')
  AND (entitlement->>'$.reasonSpecificData.permissions.isPrivileged') = 'true';

CREATE TABLE risks.denials AS
SELECT DISTINCT "globalEntityId" AS holder, "globalAssignedObjectId" AS object
FROM model."EntityAssignedAccessToObject"
WHERE is_entitlement_denial("entitlementSpecification") AND is_entitlement_off("entitlementSpecification") IS NOT TRUE;

CREATE TABLE risks.grants AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalEntityId" AS holder, "entityType" AS holder_type,
  "globalAssignedObjectId" AS object, "assignedObjectType" AS object_type,
  coalesce(is_entitlement_privileged("entitlementSpecification"), false) AS is_privileged,
  CASE WHEN contains("entitlementSpecification"::VARCHAR, '"isPrivileged":true')
    THEN "entitlementSpecification"->>'$.reasonSpecificData.name' END AS name
FROM model."EntityAssignedAccessToObject"
WHERE ("entityType" <> 'Account' OR is_entitlement_privileged("entitlementSpecification"))
  AND is_entitlement_off("entitlementSpecification") IS NOT TRUE
  AND is_entitlement_denial("entitlementSpecification") IS NOT TRUE;

DELETE FROM risks.grants WHERE (holder, object) IN (FROM risks.denials);
