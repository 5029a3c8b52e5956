-- Who gained and lost what between two versions: one row for each account and object that the account reaches with other permissions than
-- before, with the person of the account. `since` of the request names the earlier version, `asOf` the later one. Access is that of the
-- table `effective_access`: it includes what groups, roles and containers give, without what denials take away.
-- key: applicationInstanceId, accountId, objectId
-- compares: two versions
-- origin: the account
-- personId string: Global id of the person of the account
-- personName string: Name of the person
-- accountId string: Global id of the account
-- accountAlias string: Alias of the account
-- accountType string: Type of the account
-- accountChange string: Appeared or Vanished, when the account is in one of the versions only
-- change string: Gained (nothing was reached before), Lost (nothing is reached any more) or Changed
-- objectId string: Global id of the object
-- objectType string: Its type
-- objectName string: Its name
-- gained string: Permissions that the account has gained on the object, joined by `; `
-- lost string: Permissions that it has lost, joined by `; `
SELECT
  account.application_instance_id AS "applicationInstanceId",
  account.person_id AS "personId",
  person.name AS "personName",
  changed.account_id AS "accountId",
  account.alias AS "accountAlias",
  account.type AS "accountType",
  CASE account.versions WHEN [0] THEN 'Vanished' WHEN [1] THEN 'Appeared' END AS "accountChange",
  CASE WHEN changed.was = 0 THEN 'Gained' WHEN changed.is_now = 0 THEN 'Lost' ELSE 'Changed' END AS "change",
  changed.object_id AS "objectId",
  changed.object_type AS "objectType",
  changed.object_name AS "objectName",
  exports.permission_names(changed.is_now & ~changed.was) AS "gained",
  exports.permission_names(changed.was & ~changed.is_now) AS "lost"
FROM (
  -- The graph of access in version 0, the earlier one, and 1. Numbers of nodes are valid within one of them only.
  WITH nodes AS NOT MATERIALIZED (
    SELECT 0 AS version, id, number, type, name, is_read, contents_of FROM earlier.access_nodes
    UNION ALL
    SELECT 1, id, number, type, name, is_read, contents_of FROM inventory.access_nodes
  ), memberships AS NOT MATERIALIZED (
    SELECT 0 AS version, member, container FROM earlier.access_memberships
    UNION ALL
    SELECT 1, member, container FROM inventory.access_memberships
  ), nesting AS NOT MATERIALIZED (
    SELECT 0 AS version, inside, outside FROM earlier.access_nesting
    UNION ALL
    SELECT 1, inside, outside FROM inventory.access_nesting
  ), grants AS NOT MATERIALIZED (
    SELECT 0 AS version, holder, object, permissions, is_denial FROM earlier.access_grants
    UNION ALL
    SELECT 1, holder, object, permissions, is_denial FROM inventory.access_grants
  ), places AS NOT MATERIALIZED (
    SELECT 0 AS version, ancestor, resource FROM earlier.access_places
    UNION ALL
    SELECT 1, ancestor, resource FROM inventory.access_places
  ), edges AS (
    SELECT version, number, NULL::INTEGER AS target, 'account' AS kind, 0 AS detail FROM nodes WHERE type = 'Account' AND is_read
    UNION ALL
    SELECT version, member, container, 'membership', 0 FROM memberships
    UNION ALL
    SELECT version, inside, outside, 'nesting', 0 FROM nesting
    UNION ALL
    SELECT version, holder, object, 'grant', permissions::INTEGER * 2 + is_denial::INTEGER FROM grants
    UNION ALL
    SELECT version, ancestor, resource, 'place', 0 FROM places
  ),
  -- Only accounts that are at the beginning of an edge of one version, or are in what is there, can reach anything else than before.
  differing AS MATERIALIZED (
    SELECT DISTINCT id, kind FROM (
      SELECT node.id, edges.kind, target.id AS target, edges.detail
      FROM edges
      JOIN nodes AS node ON node.version = edges.version AND node.number = edges.number
      LEFT JOIN nodes AS target ON target.version = edges.version AND target.number = edges.target
      GROUP BY ALL HAVING count(DISTINCT edges.version) = 1
    )
  ), beginnings AS MATERIALIZED (
    SELECT id FROM differing WHERE kind <> 'place'
    UNION
    SELECT holder.id
    FROM differing
    JOIN nodes AS object USING (id)
    JOIN grants ON grants.version = object.version AND grants.object = object.number
    JOIN nodes AS holder ON holder.version = grants.version AND holder.number = grants.holder
    WHERE differing.kind = 'place'
  ), affected AS MATERIALIZED (
    SELECT id FROM beginnings
    UNION
    SELECT account.id
    FROM beginnings
    JOIN nodes AS outside USING (id)
    JOIN nesting ON nesting.version = outside.version AND nesting.outside = outside.number
    JOIN memberships ON memberships.version = nesting.version AND memberships.container = nesting.inside
    JOIN nodes AS account ON account.version = memberships.version AND account.number = memberships.member
  ), accounts AS MATERIALIZED (
    SELECT version, id AS account_id, number FROM nodes SEMI JOIN affected USING (id) WHERE type = 'Account' AND is_read
  ), containers AS MATERIALIZED (
    SELECT DISTINCT accounts.version, account_id, nesting.outside AS container
    FROM accounts
    JOIN memberships ON memberships.version = accounts.version AND memberships.member = accounts.number
    JOIN nesting ON nesting.version = memberships.version AND nesting.inside = memberships.container
  ), granted AS (
    SELECT holders.version, account_id, grants.object, grants.permissions, grants.is_denial
    FROM (SELECT version, account_id, number AS holder FROM accounts UNION ALL FROM containers) AS holders
    JOIN grants ON grants.version = holders.version AND grants.holder = holders.holder
  ),
  -- From here on as in sql/views/service_identity/2_effective_access.sql.
  reached AS MATERIALIZED (
    SELECT * REPLACE (permissions & 511::USMALLINT AS permissions) FROM granted
    UNION ALL
    SELECT granted.version, account_id, places.resource, permissions, is_denial
    FROM granted JOIN places ON places.version = granted.version AND places.ancestor = granted.object
    WHERE permissions & 512::USMALLINT = 0
    UNION ALL
    SELECT version, account_id, container, 256::USMALLINT, false FROM containers
  ), denied AS (
    SELECT version, account_id, object, bit_or(permissions) AS permissions FROM reached WHERE is_denial GROUP BY ALL
  ), allowed AS (
    SELECT version, account_id, object, reached.permissions & ~coalesce(denied.permissions, 0::USMALLINT) AS permissions
    FROM reached LEFT JOIN denied USING (version, account_id, object)
    WHERE NOT is_denial
  )
  SELECT account_id, node.id AS object_id, any_value(node.type) AS object_type, arg_max(node.name, version) AS object_name,
    coalesce(bit_or(permissions) FILTER (version = 0), 0::USMALLINT)::INTEGER AS was,
    coalesce(bit_or(permissions) FILTER (version = 1), 0::USMALLINT)::INTEGER AS is_now
  FROM allowed JOIN nodes AS node USING (version)
  WHERE node.number = allowed.object AND node.contents_of IS NULL AND permissions & 447::USMALLINT > 0
  GROUP BY account_id, node.id
  HAVING was <> is_now
) AS changed
JOIN (
  SELECT id, list_sort(list(version)) AS versions, arg_max(application_instance_id, version) AS application_instance_id,
    arg_max(alias, version) AS alias, arg_max(type, version) AS type, last(person_id ORDER BY version) AS person_id
  FROM (
    SELECT 0 AS version, "globalId" AS id, "objectMetadata"."ApplicationInstanceId" AS application_instance_id, "alias" AS alias,
      "type" AS type, "enrichedPersonId" AS person_id
    FROM earlier."Account"
    UNION ALL
    SELECT 1, "globalId", "objectMetadata"."ApplicationInstanceId", "alias", "type", "enrichedPersonId" FROM inventory."Account"
  ) GROUP BY id
) AS account ON account.id = changed.account_id
LEFT JOIN (
  SELECT id, arg_max(name, version) AS name
  FROM (
    SELECT 0 AS version, "globalId" AS id, "displayName" AS name FROM earlier."Person"
    UNION ALL
    SELECT 1, "globalId", "displayName" FROM inventory."Person"
  ) GROUP BY id
) AS person ON person.id = account.person_id
