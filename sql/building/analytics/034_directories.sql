-- How many objects departments, object directories and directory providers have. A count is absent where no object of the instance
-- names one.

CREATE TABLE analytics."Department" AS
SELECT department."globalId", count(employee."globalId") AS "analyticsMemberCount"
FROM model."Department" AS department
LEFT JOIN model."Employee" AS employee ON employee."globalDepartmentId" = department."globalId"
WHERE department."objectMetadata"."ApplicationInstanceId" IN (
  SELECT "objectMetadata"."ApplicationInstanceId" FROM model."Employee" WHERE "departmentId" IS NOT NULL)
GROUP BY department."globalId";

CREATE TABLE analytics."DirectoryProvider" AS
SELECT provider."globalId", count(account."globalId") AS "analyticsSyncedAccountCount"
FROM model."DirectoryProvider" AS provider
LEFT JOIN model."Account" AS account ON account."globalDirectoryProviderId" = provider."globalId"
WHERE provider."objectMetadata"."ApplicationInstanceId" IN (
  SELECT "objectMetadata"."ApplicationInstanceId" FROM model."Account" WHERE "directoryProviderId" IS NOT NULL)
GROUP BY provider."globalId";

-- User groups do not name their directory; a source can land the relation as managed-via.
CREATE TABLE analytics."ObjectDirectory" AS
WITH held AS (
  SELECT "globalObjectDirectoryContainerId" AS directory, 'Account' AS type, count(*) AS count FROM model."Account"
  WHERE "objectDirectoryContainerId" IS NOT NULL GROUP BY ALL
  UNION ALL
  SELECT "globalObjectDirectoryContainerId", 'Role', count(*) FROM model."Role"
  WHERE "objectDirectoryContainerId" IS NOT NULL GROUP BY ALL
  UNION ALL
  SELECT container.id, 'UserGroup', count(DISTINCT membership.member)
  FROM analytics.memberships AS membership
  JOIN analytics.nodes AS container ON container.number = membership.container AND container.type = 'ObjectDirectory'
  JOIN analytics.nodes AS member ON member.number = membership.member AND member.type = 'UserGroup'
  GROUP BY ALL
), known AS (
  SELECT directory."objectMetadata"."ApplicationInstanceId" AS instance, held.type
  FROM held JOIN model."ObjectDirectory" AS directory ON directory."globalId" = held.directory GROUP BY ALL
)
SELECT directory."globalId",
  any_value(CASE WHEN known.type = 'Account' THEN coalesce(held.count, 0) END) AS "analyticsAccountCount",
  any_value(CASE WHEN known.type = 'UserGroup' THEN coalesce(held.count, 0) END) AS "analyticsUserGroupCount",
  any_value(CASE WHEN known.type = 'Role' THEN coalesce(held.count, 0) END) AS "analyticsRoleCount"
FROM model."ObjectDirectory" AS directory
JOIN known ON known.instance = directory."objectMetadata"."ApplicationInstanceId"
LEFT JOIN held ON held.directory = directory."globalId" AND held.type = known.type
GROUP BY directory."globalId";
