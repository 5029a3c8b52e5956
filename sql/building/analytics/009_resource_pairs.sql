-- Adds the pairs of resources that are one step further apart than the furthest so far: each pair once, at its least depth. The
-- only limit is how many pairs fit in the memory of the build.
INSERT INTO analytics.resource_pairs
SELECT DISTINCT near.resource, edge.outside, near.depth + 1
FROM analytics.resource_pairs AS near
JOIN analytics.resource_edges AS edge ON edge.inside = near.ancestor
ANTI JOIN analytics.resource_pairs AS known ON known.resource = near.resource AND known.ancestor = edge.outside
WHERE near.depth = (SELECT max(depth) FROM analytics.resource_pairs)
  AND near.resource <> edge.outside
LIMIT (SELECT greatest(getvariable('most_pairs') - count(*), 0) FROM analytics.resource_pairs)
