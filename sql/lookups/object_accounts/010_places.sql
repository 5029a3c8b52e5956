-- The accounts that reach one object: by membership when it is a container, and by grants of it or of a resource that contains it,
-- directly or through containers, without those that denials keep out. The rule is in sql/building/analytics/013_grants.sql.
--
-- The object and the resources that contain it.
WITH node AS MATERIALIZED (
  SELECT number
  FROM (SELECT $object_id::UUID AS id, ('0x' || left($object_id::UUID::VARCHAR, 8))::UINTEGER AS id_prefix) AS asked
  JOIN inventory.access_nodes USING (id_prefix, id)
  LIMIT 1
)
SELECT number AS object, 0 AS depth FROM node
UNION ALL
SELECT place.ancestor, place.depth
FROM node JOIN inventory.access_places_by_resource AS place ON place.resource = node.number
