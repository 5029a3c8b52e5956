-- severity: warn
-- Access assignments whose entity was not read: the grant is there, its holder is not.
SELECT count(*) AS count FROM "EntityAssignedAccessToObject" AS assignment
WHERE "globalEntityId" NOT IN (
  SELECT "globalId" FROM "Account" UNION ALL SELECT "globalId" FROM "UserGroup" UNION ALL SELECT "globalId" FROM "Role"
)
