-- severity: warn
-- Access assignments whose entity was not read: the grants are shown without their holders.
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, count(*) AS count FROM computed."EntityAssignedAccessToObject" AS assignment
WHERE "globalEntityId" NOT IN (
  SELECT "globalId" FROM computed."Account" UNION ALL SELECT "globalId" FROM computed."UserGroup"
  UNION ALL SELECT "globalId" FROM computed."Role"
) GROUP BY ALL
