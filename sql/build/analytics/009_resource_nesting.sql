-- repeat: 31
-- Resources in resources by one more step than so far: each pair once, at its least depth. Nesting beyond 32 steps, or
-- beyond ten million pairs, is left out, and sql/build/check says so.
INSERT INTO analytics.resource_nesting
SELECT DISTINCT near.application_instance_id, near.resource_id, edge.outside, near.depth + 1
FROM analytics.resource_nesting AS near
JOIN analytics.resource_edges AS edge ON edge.inside = near.ancestor_id
ANTI JOIN analytics.resource_nesting AS known ON known.resource_id = near.resource_id AND known.ancestor_id = edge.outside
WHERE near.depth = (SELECT max(depth) FROM analytics.resource_nesting)
  AND (SELECT count(*) FROM analytics.resource_nesting) < 10_000_000
  AND near.resource_id <> edge.outside
