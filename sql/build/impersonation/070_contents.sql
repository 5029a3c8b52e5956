-- The containers whose content is the target of a step; the next file adds those inside them.

CREATE TABLE impersonation.directories AS
SELECT "globalId" AS inside, "globalParentId" AS outside FROM model."ObjectDirectory" WHERE "globalParentId" IS NOT NULL;

CREATE TABLE impersonation.contents AS
SELECT DISTINCT to_id AS container FROM impersonation.steps WHERE to_node = content_node(to_id) AND to_type <> 'ApplicationInstance';
