-- The groups, roles and permission sets that hold a step themselves; the next file adds those that lie in them.

CREATE TABLE impersonation.nesting AS
SELECT "globalEntityId" AS inside, "globalManagedViaObjectId" AS outside
FROM model."EntityManagedViaObject" WHERE "entityType" <> 'Account';

CREATE TABLE impersonation.holders AS
SELECT DISTINCT from_id AS holder FROM impersonation.steps WHERE from_type NOT IN ('Account', 'Key');
