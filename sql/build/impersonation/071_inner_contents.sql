-- repeat: until it adds nothing
-- Adds the containers that lie directly in a known one.
INSERT INTO impersonation.contents
SELECT DISTINCT nesting.inside
FROM (FROM impersonation.nesting UNION ALL FROM impersonation.directories) AS nesting
SEMI JOIN impersonation.contents AS known ON known.container = nesting.outside
ANTI JOIN impersonation.contents AS added ON added.container = nesting.inside
