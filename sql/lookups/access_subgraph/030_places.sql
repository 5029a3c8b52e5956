-- The object and the resources that contain it.
SELECT $object::INTEGER AS place
UNION
SELECT place.ancestor
FROM (SELECT $object::INTEGER AS resource) AS object JOIN inventory.access_places_by_resource AS place USING (resource)
