-- Their nodes.
SELECT number, id AS "id", type AS "type", name AS "name", contents_of AS "of"
FROM asked JOIN inventory.access_nodes USING (id_prefix, id)
