-- The resources that each node of type Contents stands for lie in it, as deep as they lie in its resource.

CREATE VIEW analytics.content_pairs AS
SELECT pair.resource, contents.number AS ancestor, pair.depth
FROM analytics.contents AS contents
JOIN analytics.resource_pairs AS pair ON pair.ancestor = contents.object
JOIN analytics.nodes AS node ON node.number = pair.resource
JOIN model."ResourceInstance" AS resource ON resource."globalId" = node.id
WHERE list_contains(contents.classes, resource."resourceClass");

INSERT INTO analytics.resource_pairs
FROM analytics.content_pairs
LIMIT (SELECT greatest(getvariable('most_pairs') - count(*), 0) FROM analytics.resource_pairs);
