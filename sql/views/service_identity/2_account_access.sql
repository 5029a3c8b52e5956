-- What each account can reach: one row for each access assignment and each way that leads to it, directly or through
-- groups and roles. A row may be a denial (see entitlement_type). effective_access shows what denials leave.
-- path: The containers on the path, from the one that the account is in to the one that holds the assignment; absent when the build’s memory could not hold all paths of that depth
WITH accounts AS NOT MATERIALIZED (
  SELECT account.*, instance.source_id
  FROM inventory."Account" AS account
  LEFT JOIN inventory.application_instances AS instance
    ON instance.application_instance_id = account."objectMetadata"."ApplicationInstanceId"
), holders AS NOT MATERIALIZED (
  SELECT accounts.*, "globalId" AS holder_id, 'Account' AS holder_type, 'Direct' AS access_path, 0 AS depth,
    []::STRUCT("type" VARCHAR, id UUID, "name" VARCHAR)[] AS path
  FROM accounts
  UNION ALL
  SELECT accounts.*, nesting.ancestor_id, nesting.ancestor_type, nesting.container_type, nesting.depth + 1, nesting.path
  FROM accounts
  JOIN inventory."EntityManagedViaObject" AS relation ON relation."globalEntityId" = accounts."globalId"
  JOIN inventory.container_nesting AS nesting ON nesting.container_id = relation."globalManagedViaObjectId"
)
SELECT
  grants."objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  holders.source_id,
  holders."globalId" AS account_id,
  holders."alias" AS account_alias,
  holders."name" AS account_name,
  holders."email" AS account_email,
  holders."type" AS account_type,
  holders."enabled" AS account_enabled,
  holders."enrichedPersonId" AS person_id,
  holders.access_path,
  holders.depth + 1 AS hops,
  holders.path,
  holders.holder_id,
  holders.holder_type,
  grants."globalId" AS assignment_id,
  grants."globalAssignedObjectId" AS object_id,
  grants."assignedObjectType" AS object_type,
  object.object_name,
  grants."entitlementSpecification"->>'$.reason' AS entitlement_reason,
  grants."entitlementSpecification"->>'$.reasonSpecificData.type' AS entitlement_type,
  grants."entitlementSpecification"->>'$.reasonSpecificData.name' AS entitlement_name,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.enabled')::BOOLEAN AS is_entitlement_enabled,
  (grants."entitlementSpecification"->>'$.isInferred')::BOOLEAN AS is_inferred,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isPrivileged')::BOOLEAN AS is_privileged,
  grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.ownershipLevel' AS ownership_level,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isCreate')::BOOLEAN AS can_create,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isRead')::BOOLEAN AS can_read,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isUpdate')::BOOLEAN AS can_update,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isDelete')::BOOLEAN AS can_delete,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isExecute')::BOOLEAN AS can_execute,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.isShare')::BOOLEAN AS can_share,
  grants."entitlementSpecification"->>'$.reasonSpecificData.permissions.fineGrainedSpecifiers[*]' AS specifiers,
  grants."entitlementSpecification"->>'$.reasonSpecificData.shareableUri' AS shareable_uri
FROM holders
JOIN inventory."EntityAssignedAccessToObject" AS grants ON grants."globalEntityId" = holders.holder_id
LEFT JOIN service_identity.objects AS object ON object.object_id = grants."globalAssignedObjectId"
