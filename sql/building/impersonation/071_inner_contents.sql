-- Adds the containers that lie directly in a known one.
INSERT INTO impersonation.contents
SELECT DISTINCT nesting.inside
FROM impersonation.nesting AS nesting
SEMI JOIN impersonation.contents AS known ON known.container = nesting.outside
ANTI JOIN impersonation.contents AS added ON added.container = nesting.inside
