-- severity: warn
-- Memberships in a group or role that was not read.
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, count(*) AS count FROM computed."EntityManagedViaObject"
WHERE "globalManagedViaObjectType" IN ('Service_UserGroup', 'Service_Role')
  AND "globalManagedViaObjectId" NOT IN (
    SELECT "globalId" FROM computed."UserGroup" UNION ALL SELECT "globalId" FROM computed."Role")
GROUP BY ALL
