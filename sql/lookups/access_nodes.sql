-- Objects of the graph of access by their global ids. `of` is the resource of a node that stands for some of its contents.
--   $ids: with commas between them
SELECT number, id AS "id", type AS "type", name AS "name", contents_of AS "of"
FROM (SELECT id, ('0x' || left(id::VARCHAR, 8))::UINTEGER AS id_prefix FROM (SELECT unnest(string_split($ids, ','))::UUID AS id)) AS asked
JOIN inventory.access_nodes USING (id_prefix, id)
