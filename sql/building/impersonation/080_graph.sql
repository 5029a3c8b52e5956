-- The graph of the steps that can be taken, with numbers for nodes: the accounts first. Steps from and to accounts that were not
-- read, and steps from disabled accounts, are not in it. An instance leads to all of its accounts without edges.

CREATE TABLE impersonation.other_nodes AS
SELECT node, (SELECT count(*) FROM impersonation.accounts)::INTEGER + (row_number() OVER (ORDER BY node) - 1)::INTEGER AS number
FROM (
  SELECT from_node AS node FROM impersonation.steps WHERE from_type <> 'Account' OR from_node <> from_id
  UNION
  SELECT to_node FROM impersonation.steps WHERE to_type <> 'Account' OR to_node <> to_id
);

CREATE TABLE impersonation.nodes AS
SELECT account AS node, rowid::INTEGER AS number, is_enabled FROM impersonation.accounts
UNION ALL
SELECT node, number, true FROM impersonation.other_nodes;

CREATE TABLE impersonation.edges AS
SELECT DISTINCT origin.number AS origin, target.number AS target
FROM impersonation.steps AS step
JOIN impersonation.nodes AS origin ON origin.node = step.from_node AND origin.is_enabled
JOIN impersonation.nodes AS target ON target.node = step.to_node;

CREATE TABLE impersonation.instances AS
SELECT instance, min(accounts.rowid)::INTEGER AS first_number, count(*)::INTEGER AS accounts, other_nodes.number AS node
FROM impersonation.accounts AS accounts LEFT JOIN impersonation.other_nodes AS other_nodes ON other_nodes.node = content_node(instance)
GROUP BY ALL ORDER BY first_number;

CREATE TABLE impersonation.reached (account_number INTEGER, accounts INTEGER);
