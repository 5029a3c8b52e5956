-- Resources that lie in more resources than fit in the memory. The search runs only when the limit was reached.

CREATE TABLE analytics.resources_left_out AS
SELECT DISTINCT known.application_instance_id, known.resource_id
FROM analytics.resource_nesting AS known
JOIN analytics.resource_edges AS edge ON edge.inside = known.ancestor_id
ANTI JOIN analytics.resource_nesting AS beyond
  ON beyond.resource_id = known.resource_id AND beyond.ancestor_id = edge.outside
WHERE edge.outside <> known.resource_id
  AND (SELECT count(*) FROM analytics.resource_nesting) >= getvariable('most_pairs');
