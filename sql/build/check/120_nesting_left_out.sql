-- severity: warn
-- Containers whose nesting goes on beyond what the version follows: access that comes from further up is not shown.
SELECT count(DISTINCT known.container_id) AS count
FROM container_nesting AS known
JOIN "EntityManagedViaObject" AS edge ON edge."globalEntityId" = known.ancestor_id
ANTI JOIN container_nesting AS beyond
  ON beyond.container_id = known.container_id AND beyond.ancestor_id = edge."globalManagedViaObjectId"
WHERE edge."entityType" <> 'Account'
