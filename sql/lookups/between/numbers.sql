-- The numbers of objects in the graph of access. src/lookups/between.ts uses this lookup and those beside it.
--   $ids: global ids, with commas between them
SELECT id, number
FROM (SELECT id, ('0x' || left(id::VARCHAR, 8))::UINTEGER AS id_prefix FROM (SELECT unnest(string_split($ids::VARCHAR, ','))::UUID AS id)) AS asked
JOIN inventory.access_nodes_by_id USING (id_prefix, id)
