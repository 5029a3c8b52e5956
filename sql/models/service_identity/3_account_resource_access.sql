-- Which resources each account reaches: those that access is given to, and those that lie within them. Whether access to a
-- folder holds for what is in it is up to the application; levels_down tells both apart.
-- resource_id: Global id of the resource
-- resource_name: Name of the resource
-- is_sensitive: True when the source marks the resource as sensitive
-- externally_shared: True when people outside the organisation can reach the resource
-- levels_down: 0 when the access is to the resource itself, else how many levels it lies within object_id
WITH reached AS (
  SELECT access.object_id AS resource_id, 0 AS levels_down, access.*
  FROM service_identity.account_access AS access WHERE access.object_type = 'ResourceInstance'
  UNION ALL
  SELECT nesting.resource_id, nesting.depth, access.*
  FROM service_identity.account_access AS access
  JOIN inventory.resource_nesting AS nesting ON nesting.ancestor_id = access.object_id
  WHERE access.object_type = 'ResourceInstance'
)
SELECT
  reached.application_instance_id,
  reached.account_id,
  reached.account_alias,
  reached.account_name,
  reached.account_type,
  reached.account_enabled,
  reached.person_id,
  reached.resource_id,
  resource."name" AS resource_name,
  resource."isSensitive" AS is_sensitive,
  resource."externallyShared" AS externally_shared,
  reached.levels_down,
  reached.object_id,
  reached.object_name,
  reached.access_path,
  reached.hops,
  reached.path,
  reached.holder_id,
  reached.holder_type,
  reached.assignment_id,
  reached.entitlement_reason,
  reached.entitlement_type,
  reached.entitlement_name,
  reached.is_privileged,
  reached.ownership_level,
  reached.can_create,
  reached.can_read,
  reached.can_update,
  reached.can_delete,
  reached.can_execute,
  reached.can_share
FROM reached
JOIN inventory."ResourceInstance" AS resource ON resource."globalId" = reached.resource_id
