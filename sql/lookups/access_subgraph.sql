-- The part of the graph of access through which one account or container can reach one object: memberships of it and of the containers
-- that lead to a holder, grants and denials of the holders, and containments of resources. At most $size rows; one more row means
-- that there are more.
WITH account AS MATERIALIZED (
  SELECT number FROM inventory.access_nodes WHERE id = $account_id::UUID
), object AS MATERIALIZED (
  SELECT number FROM inventory.access_nodes WHERE id = $object_id::UUID
), holders AS MATERIALIZED (
  SELECT number AS holder FROM account
  UNION
  SELECT nesting.outside
  FROM account
  JOIN inventory.access_memberships AS membership ON membership.member = account.number
  JOIN inventory.access_nesting AS nesting ON nesting.inside = membership.container
  UNION
  SELECT nesting.outside FROM account JOIN inventory.access_nesting AS nesting ON nesting.inside = account.number
), places AS MATERIALIZED (
  SELECT number AS place FROM object
  UNION
  SELECT place.ancestor FROM object JOIN inventory.access_places AS place ON place.resource = object.number
), granted AS MATERIALIZED (
  SELECT granted.holder, granted.object, granted.permissions, granted.is_denial, granted.assignment_id
  FROM holders
  JOIN inventory.access_grants AS granted USING (holder)
  JOIN places ON places.place = granted.object
), ends AS (
  SELECT holder FROM granted
  UNION
  SELECT number FROM object
), useful AS MATERIALIZED (
  SELECT DISTINCT nesting.inside AS container
  FROM ends
  JOIN inventory.access_nesting AS nesting ON nesting.outside = ends.holder
  SEMI JOIN holders ON holders.holder = nesting.inside
), edges AS (
  SELECT 'Membership' AS kind, membership.member AS source, membership.container AS target, 0::USMALLINT AS permissions,
    membership.relation_id AS id
  FROM inventory.access_memberships AS membership
  SEMI JOIN useful USING (container)
  SEMI JOIN (SELECT container AS member FROM useful UNION ALL SELECT number FROM account) AS member USING (member)
  UNION ALL
  SELECT CASE WHEN is_denial THEN 'Denial' ELSE 'Grant' END, holder, object, permissions, assignment_id FROM granted
  UNION ALL
  SELECT 'Containment', containment.parent, containment.resource, 0::USMALLINT, NULL
  FROM inventory.access_containments AS containment
  SEMI JOIN places ON places.place = containment.parent
  SEMI JOIN places AS inner_places ON inner_places.place = containment.resource
)
SELECT edges.kind, edges.permissions, edges.id, edges.source, edges.target,
  {'objectId': from_node.id, 'objectType': from_node.type, 'objectName': from_node.name} AS "from",
  {'objectId': to_node.id, 'objectType': to_node.type, 'objectName': to_node.name} AS "to"
FROM (FROM edges LIMIT $size) AS edges
JOIN inventory.access_nodes AS from_node ON from_node.number = edges.source
JOIN inventory.access_nodes AS to_node ON to_node.number = edges.target
