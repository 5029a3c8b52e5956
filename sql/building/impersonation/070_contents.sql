-- The containers whose content is the target of a step; the next file adds those inside them.

CREATE TABLE impersonation.nesting AS
SELECT inside.id AS inside, outside.id AS outside
FROM analytics.container_edges AS edge
JOIN analytics.nodes AS inside ON inside.number = edge.inside
JOIN analytics.nodes AS outside ON outside.number = edge.outside
UNION ALL
SELECT "globalId", "globalParentId" FROM model."ObjectDirectory" WHERE "parentId" IS NOT NULL;

CREATE TABLE impersonation.contents AS
SELECT DISTINCT to_id AS container FROM impersonation.steps WHERE to_node = content_node(to_id) AND to_type <> 'ApplicationInstance';
