-- repeat: until it adds nothing
-- Adds the pairs of resources that are one step further apart than the furthest so far: each pair once, at its least depth. The
-- only limit is how many pairs fit in the memory of the build.
INSERT INTO analytics.resource_nesting
SELECT DISTINCT near.application_instance_id, near.resource_id, edge.outside, near.depth + 1
FROM analytics.resource_nesting AS near
JOIN analytics.resource_edges AS edge ON edge.inside = near.ancestor_id
ANTI JOIN analytics.resource_nesting AS known ON known.resource_id = near.resource_id AND known.ancestor_id = edge.outside
WHERE near.depth = (SELECT max(depth) FROM analytics.resource_nesting)
  AND near.resource_id <> edge.outside
LIMIT (SELECT greatest(getvariable('most_pairs') - count(*), 0) FROM analytics.resource_nesting)
