-- Resources that lie in more resources than fit in the memory. The search runs only when the limit was reached.

CREATE TABLE analytics.resources_left_out AS
SELECT resource.instance AS application_instance_id, resource.number AS resource
FROM analytics.resource_pairs AS known
JOIN analytics.resource_edges AS edge ON edge.inside = known.ancestor
ANTI JOIN analytics.resource_pairs AS beyond ON beyond.resource = known.resource AND beyond.ancestor = edge.outside
JOIN analytics.nodes AS resource ON resource.number = known.resource
WHERE edge.outside <> known.resource
  AND (SELECT count(*) FROM analytics.resource_pairs) >= getvariable('most_pairs')
UNION
SELECT resource.instance, resource.number
FROM analytics.content_pairs AS pair
ANTI JOIN analytics.resource_pairs AS known ON known.resource = pair.resource AND known.ancestor = pair.ancestor
JOIN analytics.nodes AS resource ON resource.number = pair.resource;

CREATE VIEW analytics.resource_nesting AS
SELECT resource.instance AS application_instance_id, resource.id AS resource_id, ancestor.id AS ancestor_id, pair.depth
FROM analytics.resource_pairs AS pair
JOIN analytics.nodes AS resource ON resource.number = pair.resource
JOIN analytics.nodes AS ancestor ON ancestor.number = pair.ancestor AND ancestor.type <> 'Contents';

-- The instances in which some nesting was left out. Counts that would be too low for it are absent.
CREATE TABLE analytics.cut_instances AS
SELECT application_instance_id AS instance, 'ResourceInstance' AS type FROM analytics.resources_left_out
UNION
SELECT instance, 'Container' FROM analytics.containers_left_out JOIN analytics.containers USING (number);
