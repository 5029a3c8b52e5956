-- What lies next to the ends of the pairs: the memberships that a subject has directly, and the containments among an object and the
-- resources that contain it.
--   $numbers: numbers of nodes, with commas between them
WITH asked AS MATERIALIZED (
  SELECT unnest(string_split($numbers::VARCHAR, ','))::INTEGER AS number
), places AS MATERIALIZED (
  SELECT number, number AS place FROM asked
  UNION
  SELECT asked.number, place.ancestor FROM asked JOIN inventory.access_places_by_resource AS place ON place.resource = asked.number
)
SELECT 'Membership' AS kind, asked.number, membership.member AS source, membership.container AS target, membership.relation_id AS id
FROM asked JOIN inventory.access_memberships AS membership ON membership.member = asked.number
UNION ALL
SELECT 'Containment', places.number, containment.parent, containment.resource, NULL
FROM places
JOIN inventory.access_containments AS containment ON containment.resource = places.place
SEMI JOIN places AS outside ON outside.number = places.number AND outside.place = containment.parent
