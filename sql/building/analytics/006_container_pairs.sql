-- Adds the pairs of containers that are one step further apart than the furthest pairs so far. Each pair has the last container
-- before its outer end on a shortest path. Known pairs are not added again, so cycles end. The only limit is how many pairs fit
-- in the memory of the build. (A recursive query took forty times as long.)
INSERT INTO analytics.container_pairs
SELECT near.inside, edge.outside, min(near.depth) + 1, min(near.outside)
FROM analytics.container_pairs AS near
JOIN analytics.container_edges AS edge ON edge.inside = near.outside
ANTI JOIN analytics.container_pairs AS known ON known.inside = near.inside AND known.outside = edge.outside
WHERE near.depth = (SELECT max(depth) FROM analytics.container_pairs)
GROUP BY near.inside, edge.outside
LIMIT (SELECT greatest(getvariable('most_pairs') - count(*), 0) FROM analytics.container_pairs)
