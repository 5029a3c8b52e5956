-- repeat: until it adds nothing
-- Pairs of containers that are one step further apart than the furthest so far, each with the container before its end on
-- a shortest path. A pair that is known stays as it is, so cycles end where they began. The only limit is how many pairs the
-- memory of the build holds. (A recursive query took forty times as long.)
INSERT INTO analytics.container_pairs
SELECT near.inside, edge.outside, min(near.depth) + 1, min(near.outside)
FROM analytics.container_pairs AS near
JOIN analytics.container_edges AS edge ON edge.inside = near.outside
ANTI JOIN analytics.container_pairs AS known ON known.inside = near.inside AND known.outside = edge.outside
WHERE near.depth = (SELECT max(depth) FROM analytics.container_pairs)
GROUP BY near.inside, edge.outside
LIMIT (SELECT greatest(getvariable('most_pairs') - count(*), 0) FROM analytics.container_pairs)
