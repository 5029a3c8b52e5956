-- severity: warn
-- Access assignments to objects that were not read: the grant is there, what it is to is not.
SELECT count(*) AS count FROM "EntityAssignedAccessToObject"
WHERE "globalAssignedObjectId" NOT IN (FROM analytics.assignable)
