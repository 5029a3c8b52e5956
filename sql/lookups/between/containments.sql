-- The containments among an object and the resources that contain it, for some objects.
--   $numbers: numbers of nodes, with commas between them
WITH asked AS MATERIALIZED (
  SELECT unnest(string_split($numbers::VARCHAR, ','))::INTEGER AS number
), places AS MATERIALIZED (
  SELECT number, number AS place FROM asked
  UNION
  SELECT asked.number, place.ancestor FROM asked JOIN inventory.access_places_by_resource AS place ON place.resource = asked.number
)
SELECT places.number, containment.parent AS source, containment.resource AS target, NULL::UUID AS id
FROM places
JOIN inventory.access_containments AS containment ON containment.resource = places.place
SEMI JOIN places AS outside ON outside.number = places.number AND outside.place = containment.parent
