-- Objects of the graph of access by their global ids. `of` is the resource of a node that stands for some of its contents.
--   $ids: with commas between them
--
-- What was asked for. Only this step has parameters (src/lookups/prepared-lookup.ts).
SELECT id, ('0x' || left(id::VARCHAR, 8))::UINTEGER AS id_prefix FROM (SELECT unnest(string_split($ids, ','))::UUID AS id)
