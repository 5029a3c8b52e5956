-- One object of the graph of access by its global id.
SELECT number, id AS "id", type AS "type", name AS "name"
FROM (SELECT $id::UUID AS id, ('0x' || left($id::UUID::VARCHAR, 8))::UINTEGER AS id_prefix) AS asked
JOIN inventory.access_nodes USING (id_prefix, id)
