-- What the nodes at the ends of relationships are.
--   $numbers: numbers of nodes, with commas between them
SELECT node.number, coalesce(node.contents_of, node.id) AS "objectId",
  CASE WHEN node.contents_of IS NULL THEN node.type ELSE 'ResourceInstance' END AS "objectType", node.name AS "objectName"
FROM (SELECT unnest(string_split($numbers::VARCHAR, ','))::INTEGER AS number) AS asked
JOIN inventory.access_nodes AS node USING (number)
