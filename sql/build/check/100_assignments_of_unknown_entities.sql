-- severity: warn
-- Access assignments whose entity was not read: the grants are shown without their holders.
SELECT count(*) AS count FROM "EntityAssignedAccessToObject" AS assignment
WHERE "globalEntityId" NOT IN (
  SELECT "globalId" FROM "Account" UNION ALL SELECT "globalId" FROM "UserGroup" UNION ALL SELECT "globalId" FROM "Role"
)
