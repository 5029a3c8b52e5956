-- The object and the resources that contain it.
WITH node AS MATERIALIZED (
  SELECT number
  FROM asked
  JOIN inventory.access_nodes USING (id_prefix, id)
  LIMIT 1
)
SELECT number AS object, 0 AS depth FROM node
UNION ALL
SELECT place.ancestor, place.depth
FROM node JOIN inventory.access_places_by_resource AS place ON place.resource = node.number
