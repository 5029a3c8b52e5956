-- The resources that each account reaches: those to which it has access, and the resources inside them. Where the
-- source says that access to a resource does not include its content, the content is left out. Where it says what is permitted on
-- contents of which classes, that is what the row shows. A row may be a denial (see entitlement_type).
-- effective_access shows what denials leave.
-- resource_id: Global id of the resource
-- resource_name: Name of the resource
-- is_sensitive: True when the source marks the resource as sensitive
-- externally_shared: True when people outside the organisation can reach the resource
-- levels_down: 0 when the access is to the resource itself, otherwise how many levels the resource lies below object_id
-- object_id: Global id of the resource that access was given to
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
), places AS NOT MATERIALIZED (
  SELECT resource.*, resource."globalId" AS granted_id, 0 AS levels_down FROM inventory."ResourceInstance" AS resource
  UNION ALL
  SELECT resource.*, nesting.ancestor_id, nesting.depth
  FROM inventory."ResourceInstance" AS resource
  JOIN inventory.resource_nesting AS nesting ON nesting.resource_id = resource."globalId"
), grants AS NOT MATERIALIZED (
  SELECT *, "entitlementSpecification"->'$.reasonSpecificData' AS data FROM inventory."EntityAssignedAccessToObject"
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
  places."globalId" AS resource_id,
  places."name" AS resource_name,
  places."isSensitive" AS is_sensitive,
  places."externallyShared" AS externally_shared,
  places.levels_down,
  grants."globalId" AS assignment_id,
  grants."globalAssignedObjectId" AS object_id,
  grants."entitlementSpecification"->>'$.reason' AS entitlement_reason,
  grants."entitlementSpecification"->>'$.reasonSpecificData.type' AS entitlement_type,
  grants."entitlementSpecification"->>'$.reasonSpecificData.name' AS entitlement_name,
  (grants."entitlementSpecification"->>'$.reasonSpecificData.enabled')::BOOLEAN AS is_entitlement_enabled,
  (grants."entitlementSpecification"->>'$.isInferred')::BOOLEAN AS is_inferred,
  (permissions->>'$.isPrivileged')::BOOLEAN AS is_privileged,
  permissions->>'$.ownershipLevel' AS ownership_level,
  (permissions->>'$.isCreate')::BOOLEAN AS can_create,
  (permissions->>'$.isRead')::BOOLEAN AS can_read,
  (permissions->>'$.isUpdate')::BOOLEAN AS can_update,
  (permissions->>'$.isDelete')::BOOLEAN AS can_delete,
  (permissions->>'$.isExecute')::BOOLEAN AS can_execute,
  (permissions->>'$.isShare')::BOOLEAN AS can_share,
  permissions->>'$.fineGrainedSpecifiers[*]' AS specifiers,
  grants."entitlementSpecification"->>'$.reasonSpecificData.shareableUri' AS shareable_uri
FROM holders
JOIN grants ON grants."globalEntityId" = holders.holder_id
JOIN places ON places.granted_id = grants."globalAssignedObjectId"
CROSS JOIN LATERAL (SELECT CASE
    WHEN places.levels_down = 0 THEN grants.data->'permissions'
    WHEN (grants.data->'contentPermissions') IS NOT NULL THEN
      list_transform(list_filter(from_json(grants.data->'contentPermissions', '["JSON"]'), lambda element:
        list_contains(from_json(element->'resourceClasses', '["VARCHAR"]'), places."resourceClass")),
        lambda element: coalesce(element->'permissions', '{}'))[1]
    WHEN (grants.data->>'appliesToContents') IS DISTINCT FROM 'false' THEN coalesce(grants.data->'permissions', '{}')
  END AS permissions) AS permitted
WHERE places.levels_down = 0 OR permissions IS NOT NULL
