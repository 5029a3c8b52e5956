-- What each account, group or role is a member of, directly and through nesting: one row for each container and each
-- direct membership that leads to it.
-- member_id: Global id of the member
-- member_type: Account, UserGroup, Role or another type
-- container_id: Global id of the group, role or permission set
-- container_type: UserGroup, Role, PermissionSet or another type
-- container_name: Name of the container
SELECT
  nesting.application_instance_id,
  instance.source_id,
  relation."globalEntityId" AS member_id,
  relation."entityType" AS member_type,
  nesting.ancestor_id AS container_id,
  nesting.ancestor_type AS container_type,
  nesting.ancestor_name AS container_name,
  nesting.depth + 1 AS depth,
  nesting.path
FROM inventory."EntityManagedViaObject" AS relation
JOIN inventory.container_nesting AS nesting ON nesting.container_id = relation."globalManagedViaObjectId"
LEFT JOIN inventory.application_instances AS instance
  ON instance.application_instance_id = nesting.application_instance_id
WHERE nesting.ancestor_id <> relation."globalEntityId"
