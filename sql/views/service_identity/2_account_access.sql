-- What each account can reach: one row for each access assignment and each path to it, directly or through groups and
-- roles. A row may be a denial (see entitlement_type).
-- path: The containers on the path, from the one that has the account as a member to the one that holds the assignment
WITH reached AS (
  SELECT "globalEntityId" AS account_id, "globalEntityId" AS holder_id, 'Account' AS holder_type, 'Direct' AS access_path,
    0 AS depth, []::STRUCT("type" VARCHAR, id UUID, "name" VARCHAR)[] AS path, grants.*
  FROM inventory."EntityAssignedAccessToObject" AS grants WHERE "entityType" = 'Account'
  UNION ALL
  SELECT relation."globalEntityId", nesting.ancestor_id, nesting.ancestor_type, nesting.container_type,
    nesting.depth + 1, nesting.path, grants.*
  FROM inventory."EntityManagedViaObject" AS relation
  JOIN inventory.container_nesting AS nesting ON nesting.container_id = relation."globalManagedViaObjectId"
  JOIN inventory."EntityAssignedAccessToObject" AS grants ON grants."globalEntityId" = nesting.ancestor_id
  WHERE relation."entityType" = 'Account'
)
SELECT
  reached."objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  reached.account_id,
  account."alias" AS account_alias,
  account."name" AS account_name,
  account."type" AS account_type,
  account."enabled" AS account_enabled,
  account."enrichedPersonId" AS person_id,
  reached.access_path,
  reached.depth + 1 AS hops,
  reached.path,
  reached.holder_id,
  reached.holder_type,
  reached."globalId" AS assignment_id,
  reached."globalAssignedObjectId" AS object_id,
  reached."assignedObjectType" AS object_type,
  object.object_name,
  reached."entitlementSpecification"->>'$.reason' AS entitlement_reason,
  reached."entitlementSpecification"->>'$.reasonSpecificData.type' AS entitlement_type,
  reached."entitlementSpecification"->>'$.reasonSpecificData.name' AS entitlement_name,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.enabled')::BOOLEAN AS is_entitlement_enabled,
  (reached."entitlementSpecification"->>'$.isInferred')::BOOLEAN AS is_inferred,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isPrivileged')::BOOLEAN AS is_privileged,
  reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.ownershipLevel' AS ownership_level,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isCreate')::BOOLEAN AS can_create,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isRead')::BOOLEAN AS can_read,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isUpdate')::BOOLEAN AS can_update,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isDelete')::BOOLEAN AS can_delete,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isExecute')::BOOLEAN AS can_execute,
  (reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.isShare')::BOOLEAN AS can_share,
  reached."entitlementSpecification"->>'$.reasonSpecificData.permissions.fineGrainedSpecifiers[*]' AS specifiers,
  reached."entitlementSpecification"->>'$.reasonSpecificData.shareableUri' AS shareable_uri
FROM reached
JOIN inventory."Account" AS account ON account."globalId" = reached.account_id
LEFT JOIN service_identity.objects AS object ON object.object_id = reached."globalAssignedObjectId"
