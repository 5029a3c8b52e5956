-- The relationships, with the objects at their ends.
WITH nodes AS MATERIALIZED (
  SELECT node.number, {'objectId': coalesce(node.contents_of, node.id),
    'objectType': CASE WHEN node.contents_of IS NULL THEN node.type ELSE 'ResourceInstance' END, 'objectName': node.name} AS node
  FROM (SELECT source AS number FROM edges UNION SELECT target FROM edges) AS ends JOIN inventory.access_nodes AS node USING (number)
)
SELECT edges.kind, edges.permissions, edges.id, edges.source, edges.target, from_node.node AS "from", to_node.node AS "to"
FROM edges
JOIN nodes AS from_node ON from_node.number = edges.source
JOIN nodes AS to_node ON to_node.number = edges.target
