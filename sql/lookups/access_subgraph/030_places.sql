-- The object and the resources that contain it.
SELECT object AS place FROM asked
UNION
SELECT place.ancestor FROM asked JOIN inventory.access_places_by_resource AS place ON place.resource = asked.object
