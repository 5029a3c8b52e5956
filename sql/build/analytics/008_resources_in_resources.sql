-- Which resource lies directly in which, from containment edges and from the parent that a resource names.
CREATE TABLE analytics.resource_edges AS
SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id, "globalChildId" AS inside, "globalParentId" AS outside
FROM model."ResourceInstanceContainsResourceInstance" WHERE "childId" <> "parentId"
UNION
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", "globalParentId"
FROM model."ResourceInstance" WHERE "parentId" IS NOT NULL AND "parentId" <> "id";

CREATE TABLE analytics.resource_nesting AS
SELECT application_instance_id, inside AS resource_id, outside AS ancestor_id, 1 AS depth FROM analytics.resource_edges;
