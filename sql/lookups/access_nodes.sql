-- Objects of the graph of access by their global ids. `of` is the resource of a node that stands for some of its contents.
--   $ids: with commas between them
SELECT node.number, node.id AS "id", node.type AS "type", node.name AS "name", node.contents_of AS "of"
FROM (SELECT id, ('0x' || left(id::VARCHAR, 8))::UINTEGER AS id_prefix FROM (SELECT unnest(string_split($ids::VARCHAR, ','))::UUID AS id)) AS asked
JOIN inventory.access_nodes_by_id AS numbered USING (id_prefix, id)
JOIN inventory.access_nodes AS node ON node.number = numbered.number
