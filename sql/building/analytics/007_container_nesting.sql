-- Which containers lie in which others, over any number of steps: each pair once, with a shortest path. Paths are given up to the
-- depth at which all of them still fit in the memory of the build. Deeper pairs have no path.

CREATE TABLE analytics.container_nesting AS
WITH RECURSIVE shown AS (
  SELECT coalesce(max(depth), 0) AS depth FROM (
    SELECT depth, sum(count(*) * (depth + 1)) OVER (ORDER BY depth) AS steps
    FROM analytics.container_pairs GROUP BY depth
  ) WHERE steps <= getvariable('most_path_steps')
), paths AS (
  SELECT number AS inside, number AS outside, 0 AS depth, [container] AS path FROM analytics.containers
  UNION ALL
  SELECT pairs.inside, pairs.outside, pairs.depth, list_append(paths.path, added.container)
  FROM paths
  JOIN analytics.container_pairs AS pairs
    ON pairs.inside = paths.inside AND pairs.before = paths.outside AND pairs.depth = paths.depth + 1
  JOIN analytics.containers AS added ON added.number = pairs.outside
  WHERE pairs.depth <= (SELECT depth FROM shown)
), pairs AS (
  SELECT inside, outside, depth, path FROM paths
  UNION ALL
  SELECT inside, outside, depth, NULL FROM analytics.container_pairs WHERE depth > (SELECT depth FROM shown)
)
SELECT inside.instance AS application_instance_id, inside.container.id AS container_id,
  inside.container.type AS container_type, outside.container.id AS ancestor_id,
  outside.container.type AS ancestor_type, outside.container.name AS ancestor_name, pairs.depth, pairs.path
FROM pairs
JOIN analytics.containers AS inside ON inside.number = pairs.inside
JOIN analytics.containers AS outside ON outside.number = pairs.outside
ORDER BY application_instance_id, container_id, depth, ancestor_id;

-- Containers that lie in more containers than fit in the memory. The search runs only when the limit was reached.
CREATE TABLE analytics.containers_left_out AS
SELECT DISTINCT known.inside AS number
FROM analytics.container_pairs AS known
JOIN analytics.container_edges AS edge ON edge.inside = known.outside
ANTI JOIN analytics.container_pairs AS beyond ON beyond.inside = known.inside AND beyond.outside = edge.outside
WHERE (SELECT count(*) FROM analytics.container_pairs) >= getvariable('most_pairs');
