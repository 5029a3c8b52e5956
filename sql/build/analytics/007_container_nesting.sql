-- Which containers lie in which others by any number of steps: each pair once, with a shortest path.
CREATE TABLE analytics.container_nesting AS
WITH RECURSIVE paths AS (
  SELECT number AS inside, number AS outside, 0 AS depth, instance, [container] AS path FROM analytics.containers
  UNION ALL
  SELECT pairs.inside, pairs.outside, pairs.depth, paths.instance, list_append(paths.path, added.container)
  FROM paths
  JOIN analytics.container_pairs AS pairs ON pairs.inside = paths.inside AND pairs.before = paths.outside
  JOIN analytics.containers AS added ON added.number = pairs.outside
)
SELECT instance AS application_instance_id, path[1].id AS container_id, path[1].type AS container_type,
  path[-1].id AS ancestor_id, path[-1].type AS ancestor_type, path[-1].name AS ancestor_name, depth, path
FROM paths ORDER BY application_instance_id, container_id, depth, ancestor_id;
