-- One object of the graph of access by its global id.
SELECT number, id AS "id", type AS "type", name AS "name" FROM inventory.access_nodes WHERE id = $id::UUID
