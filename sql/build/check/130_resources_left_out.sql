-- severity: warn
-- Resources whose nesting goes on beyond what the version follows: access that comes from further up is not shown.
WITH edge AS (
  SELECT "globalChildId" AS inside, "globalParentId" AS outside FROM "ResourceInstanceContainsResourceInstance"
  UNION
  SELECT "globalId", "globalParentId" FROM "ResourceInstance" WHERE "globalParentId" IS NOT NULL
)
SELECT count(DISTINCT known.resource_id) AS count
FROM resource_nesting AS known
JOIN edge ON edge.inside = known.ancestor_id
ANTI JOIN resource_nesting AS beyond ON beyond.resource_id = known.resource_id AND beyond.ancestor_id = edge.outside
WHERE edge.outside <> known.resource_id
