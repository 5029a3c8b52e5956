-- severity: warn
-- Access assignments to objects that were not read: the grants are shown without their objects.
SELECT count(*) AS count FROM "EntityAssignedAccessToObject"
WHERE "globalAssignedObjectId" NOT IN (FROM analytics.assignable)
