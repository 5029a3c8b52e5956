-- The groups, roles and permission sets that hold a step themselves; the next file adds those that lie in them.

CREATE TABLE impersonation.holders AS
SELECT DISTINCT node.number AS holder
FROM impersonation.steps AS step JOIN analytics.nodes AS node ON node.id = step.from_id
WHERE step.from_type NOT IN ('Account', 'Key');
