-- Adds the containers that lie directly in a known one: their members hold what it holds.
INSERT INTO impersonation.holders
SELECT DISTINCT edge.inside
FROM analytics.container_edges AS edge
SEMI JOIN impersonation.holders AS known ON known.holder = edge.outside
ANTI JOIN impersonation.holders AS added ON added.holder = edge.inside
