-- What each account reaches after denials: one row for each account and object. Objects are the groups, roles and permission sets that
-- the account is in, what is assigned to the account or to one of these, and the resources in assigned resources. A denial takes away
-- the permissions that it names, or all when it names none; one with conditions takes nothing away. The table has very many rows: limit it
-- to some accounts. account_access shows each assignment and way.
-- hops: Steps of the shortest path: memberships, the assignment, and containments; 1 is direct
-- is_member: True when the account is in the object, which is a group, role or permission set
-- can_access: True when a grant gives access without saying which
WITH accounts AS NOT MATERIALIZED (
  SELECT application_instance_id, number AS account, id AS account_id, name AS account_alias, is_enabled AS account_enabled
  FROM inventory.access_nodes WHERE type = 'Account' AND is_read
), holders AS NOT MATERIALIZED (
  SELECT accounts.*, account AS holder, 0 AS hops FROM accounts
  UNION ALL
  SELECT accounts.*, nesting.outside, nesting.depth + 1
  FROM accounts
  JOIN inventory.access_memberships AS membership ON membership.member = accounts.account
  JOIN inventory.access_nesting AS nesting ON nesting.inside = membership.container
), granted AS NOT MATERIALIZED (
  SELECT holders.* EXCLUDE (holder, hops), granted.object, granted.permissions, granted.is_denial, holders.hops + 1 AS hops
  FROM holders JOIN inventory.access_grants AS granted USING (holder)
), reached AS NOT MATERIALIZED (
  SELECT * REPLACE (permissions & 511::USMALLINT AS permissions) FROM granted
  UNION ALL
  SELECT granted.* EXCLUDE (object, permissions, is_denial, hops), place.resource, granted.permissions, granted.is_denial,
    granted.hops + place.depth
  FROM granted JOIN inventory.access_places AS place ON place.ancestor = granted.object
  WHERE granted.permissions & 512::USMALLINT = 0
  UNION ALL
  SELECT holders.* EXCLUDE (holder, hops), holder, 256::USMALLINT, false, hops FROM holders WHERE hops > 0
), denied AS NOT MATERIALIZED (
  SELECT account_id, object, bit_or(permissions) AS permissions FROM reached WHERE is_denial GROUP BY ALL
), combined AS (
  SELECT reached.application_instance_id, reached.account_id, reached.account_alias, reached.account_enabled, reached.object,
    bit_or(reached.permissions & ~coalesce(denied.permissions, 0::USMALLINT)) AS permissions, min(reached.hops) AS hops
  FROM reached LEFT JOIN denied ON denied.account_id = reached.account_id AND denied.object = reached.object
  WHERE NOT reached.is_denial AND reached.permissions & ~coalesce(denied.permissions, 0::USMALLINT) & 447::USMALLINT > 0
  GROUP BY ALL
)
SELECT combined.application_instance_id, instance.source_id, combined.account_id, combined.account_alias, combined.account_enabled,
  node.id AS object_id, node.type AS object_type, node.name AS object_name, combined.hops,
  combined.permissions & 256 > 0 AS is_member,
  combined.permissions & 128 > 0 AS can_access,
  combined.permissions & 1 > 0 AS can_create,
  combined.permissions & 2 > 0 AS can_read,
  combined.permissions & 4 > 0 AS can_update,
  combined.permissions & 8 > 0 AS can_delete,
  combined.permissions & 16 > 0 AS can_execute,
  combined.permissions & 32 > 0 AS can_share,
  combined.permissions & 64 > 0 AS is_privileged
FROM combined
JOIN inventory.access_nodes AS node ON node.number = combined.object AND node.contents_of IS NULL
LEFT JOIN inventory.application_instances AS instance ON instance.application_instance_id = combined.application_instance_id
