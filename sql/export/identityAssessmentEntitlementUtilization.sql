-- Whether entitlements are used: one row for each access assignment, with its holder, its object and its known use.
-- key: applicationInstanceId, assignmentId
-- origin: the assignment
-- assignmentId string: Global id of the access assignment
-- entityId: EntityAssignedAccessToObject.globalEntityId
-- entityType: EntityAssignedAccessToObject.entityType
-- entityName string: Username of an account, name of a role or group
-- entityEnabled boolean: True when the account can be used; absent for a role or group
-- objectId: EntityAssignedAccessToObject.globalAssignedObjectId
-- objectType: EntityAssignedAccessToObject.assignedObjectType
-- objectName string: Name of the object
-- entitlementName string: Name of the entitlement
-- entitlementReason string: Why the access exists: AccessControl, SSO, Ownership, Sharing or Inherited
-- entitlementType string: Grant or Denial
-- isPrivileged boolean: True when the entitlement permits administration or gaining further access
-- isUsed boolean: True when a use of the assignment is known; absent when the use of the assignments is not known
-- analyticsLoginEventCount: EntityAssignedAccessToObject.analyticsLoginEventCount
-- analyticsResourceAccessEventCount: EntityAssignedAccessToObject.analyticsResourceAccessEventCount
-- analyticsFirstActivityDate: EntityAssignedAccessToObject.analyticsFirstActivityDate
-- analyticsLastActivityDate: EntityAssignedAccessToObject.analyticsLastActivityDate
-- analyticsDaysSinceLastActivity: EntityAssignedAccessToObject.analyticsDaysSinceLastActivity
SELECT
  entityAssignedAccessToObject."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  entityAssignedAccessToObject."globalId" AS "assignmentId",
  entity.name AS "entityName",
  entity.enabled AS "entityEnabled",
  target.name AS "objectName",
  entityAssignedAccessToObject."entitlementSpecification"->>'$.reasonSpecificData.name' AS "entitlementName",
  entityAssignedAccessToObject."entitlementSpecification"->>'$.reason' AS "entitlementReason",
  entityAssignedAccessToObject."entitlementSpecification"->>'$.reasonSpecificData.type' AS "entitlementType",
  (entityAssignedAccessToObject."entitlementSpecification"->>'$.reasonSpecificData.permissions.isPrivileged')::BOOLEAN AS "isPrivileged",
  CASE WHEN entityAssignedAccessToObject."analyticsLoginEventCount" + entityAssignedAccessToObject."analyticsResourceAccessEventCount" IS NOT NULL
    OR entityAssignedAccessToObject."analyticsLastActivityDate" IS NOT NULL
    THEN entityAssignedAccessToObject."analyticsLastActivityDate" IS NOT NULL END AS "isUsed"
FROM inventory."EntityAssignedAccessToObject" AS entityAssignedAccessToObject
LEFT JOIN (
  SELECT "globalId" AS id, "alias" AS name, "enabled" AS enabled FROM inventory."Account"
  UNION ALL SELECT "globalId", "name", NULL FROM inventory."UserGroup"
  UNION ALL SELECT "globalId", "name", NULL FROM inventory."Role"
) AS entity ON entity.id = entityAssignedAccessToObject."globalEntityId"
LEFT JOIN (
  SELECT "globalId" AS id, "name" FROM inventory."AssignedApplication"
  UNION ALL SELECT "globalId", "name" FROM inventory."IntegratedApplication"
  UNION ALL SELECT "globalId", "name" FROM inventory."ResourceClass"
  UNION ALL SELECT "globalId", "name" FROM inventory."ResourceInstance"
  UNION ALL SELECT "globalId", "alias" FROM inventory."Account"
  UNION ALL SELECT "globalId", "name" FROM inventory."UserGroup"
  UNION ALL SELECT "globalId", "name" FROM inventory."Role"
  UNION ALL SELECT "globalId", "name" FROM inventory."PermissionSet"
) AS target ON target.id = entityAssignedAccessToObject."globalAssignedObjectId"
