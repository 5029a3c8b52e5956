-- repeat: until it adds nothing
-- Adds the containers that lie directly in a known one: their members hold what it holds.
INSERT INTO impersonation.holders
SELECT DISTINCT nesting.inside
FROM impersonation.nesting AS nesting
SEMI JOIN impersonation.holders AS known ON known.holder = nesting.outside
ANTI JOIN impersonation.holders AS added ON added.holder = nesting.inside
