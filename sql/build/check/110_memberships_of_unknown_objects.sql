-- severity: warn
-- Memberships in a group or role that was not read.
SELECT count(*) AS count FROM "EntityManagedViaObject"
WHERE "globalManagedViaObjectType" IN ('Service_UserGroup', 'Service_Role')
  AND "globalManagedViaObjectId" NOT IN (SELECT "globalId" FROM "UserGroup" UNION ALL SELECT "globalId" FROM "Role")
