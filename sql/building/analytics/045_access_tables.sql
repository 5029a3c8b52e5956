-- The graph of access as lookups and views read it, sorted by the column that they look up. Numbers are those of the nodes; they are
-- valid only within one version. Large tables are also stored in a second order.

CREATE VIEW analytics.access_nodes AS
SELECT node.instance AS application_instance_id, node.number, node.id, ('0x' || left(node.id::VARCHAR, 8))::UINTEGER AS id_prefix,
  node.type, CASE WHEN coalesce(outside.is_read, node.is_read) THEN node.name END AS name, node.is_read,
  account."enabled" AS is_enabled, outside.id AS contents_of
FROM analytics.nodes AS node
LEFT JOIN model."Account" AS account ON account."globalId" = node.id
LEFT JOIN analytics.contents AS contents ON contents.number = node.number
LEFT JOIN analytics.nodes AS outside ON outside.number = contents.object
ORDER BY node.number;

CREATE VIEW analytics.access_memberships AS
SELECT instance AS application_instance_id, member, container, relation_id, is_account
FROM analytics.memberships WHERE member <> container ORDER BY member, container;

CREATE VIEW analytics.access_nesting AS
SELECT container.instance AS application_instance_id, pair.inside, pair.outside, pair.depth
FROM analytics.container_pairs AS pair JOIN analytics.containers AS container ON container.number = pair.inside
ORDER BY pair.inside, pair.depth;

CREATE VIEW analytics.access_grants AS
SELECT instance AS application_instance_id, holder, object, permissions, is_denial, assignment_id
FROM analytics.grants ORDER BY holder, object;

CREATE VIEW analytics.access_containments AS
SELECT node.instance AS application_instance_id, edge.inside AS resource, edge.outside AS parent
FROM (
  FROM analytics.resource_edges
  UNION ALL
  SELECT pair.resource, pair.ancestor
  FROM analytics.resource_pairs AS pair JOIN analytics.contents AS contents ON contents.number = pair.ancestor
) AS edge
JOIN analytics.nodes AS node ON node.number = edge.inside
ORDER BY edge.inside;

CREATE VIEW analytics.access_places AS
SELECT node.instance AS application_instance_id, pair.resource, pair.ancestor, pair.depth
FROM analytics.resource_pairs AS pair JOIN analytics.nodes AS node ON node.number = pair.resource
ORDER BY pair.ancestor, pair.resource;
