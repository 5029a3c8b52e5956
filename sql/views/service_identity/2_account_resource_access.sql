-- The resources that each account reaches: those to which it has access, and those inside them. Whether access to a folder
-- includes its content depends on the application; levels_down distinguishes the two.
-- resource_id: Global id of the resource
-- resource_name: Name of the resource
-- is_sensitive: True when the source marks the resource as sensitive
-- externally_shared: True when people outside the organisation can reach the resource
-- levels_down: 0 when the access is to the resource itself; otherwise how many levels the resource is below object_id
-- object_id: Global id of the resource to which access was given
WITH granted AS NOT MATERIALIZED (
  SELECT "globalAssignedObjectId" AS resource_id, 0 AS levels_down, grants.*
  FROM inventory."EntityAssignedAccessToObject" AS grants WHERE "assignedObjectType" = 'ResourceInstance'
  UNION ALL
  SELECT nesting.resource_id, nesting.depth, grants.*
  FROM inventory.resource_nesting AS nesting
  JOIN inventory."EntityAssignedAccessToObject" AS grants ON grants."globalAssignedObjectId" = nesting.ancestor_id
), reached AS (
  SELECT "globalEntityId" AS account_id, "globalEntityId" AS holder_id, 'Account' AS holder_type, 'Direct' AS access_path,
    0 AS depth, []::STRUCT("type" VARCHAR, id UUID, "name" VARCHAR)[] AS path, granted.*
  FROM granted WHERE "entityType" = 'Account'
  UNION ALL
  SELECT relation."globalEntityId", nesting.ancestor_id, nesting.ancestor_type, nesting.container_type,
    nesting.depth + 1, nesting.path, granted.*
  FROM inventory."EntityManagedViaObject" AS relation
  JOIN inventory.container_nesting AS nesting ON nesting.container_id = relation."globalManagedViaObjectId"
  JOIN granted ON granted."globalEntityId" = nesting.ancestor_id
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
  reached.resource_id,
  resource."name" AS resource_name,
  resource."isSensitive" AS is_sensitive,
  resource."externallyShared" AS externally_shared,
  reached.levels_down,
  reached."globalId" AS assignment_id,
  reached."globalAssignedObjectId" AS object_id,
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
JOIN inventory."ResourceInstance" AS resource ON resource."globalId" = reached.resource_id
