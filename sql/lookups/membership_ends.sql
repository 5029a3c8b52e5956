-- The two ends of memberships, by global ids. `$ids` is a JSON list of the global ids of memberships.
SELECT "globalId" AS id, "globalEntityId" AS entity, "globalManagedViaObjectId" AS container
FROM inventory."EntityManagedViaObject"
WHERE "globalId" IN (SELECT unnest(from_json($ids::VARCHAR, '["UUID"]')))
