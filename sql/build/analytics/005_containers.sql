-- Containers are the objects that can have members: groups, roles and permission sets. Each gets a number. The edges say which
-- container lies directly in which: groups in groups, groups in roles, roles in roles. The pairs begin with each container in
-- itself at depth 0, so that one join leads from a member's direct containers to all its containers. A container that memberships
-- name but that was not read has its id as its name.

CREATE TABLE analytics.containers AS
WITH named AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'UserGroup' AS type, "id", "name", true AS is_read
  FROM model."UserGroup"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Role', "id", "name", true FROM model."Role"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'PermissionSet', "id", "name", true FROM model."PermissionSet"
), mentioned AS (
  SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" AS instance, "managedViaObjectType" AS type,
    "managedViaObjectId" AS "id"
  FROM model."EntityManagedViaObject"
  UNION
  SELECT DISTINCT "objectMetadata"."ApplicationInstanceId", "entityType", "entityId"
  FROM model."EntityManagedViaObject" WHERE "entityType" <> 'Account'
  UNION
  SELECT instance, type, "id" FROM named
)
SELECT row_number() OVER (ORDER BY instance, type, "id")::INTEGER AS number, instance,
  {'type': type, 'id': global_id(instance, type, "id"), 'name': coalesce("name", "id")} AS container,
  coalesce(is_read, false) AS is_read
FROM mentioned LEFT JOIN named USING (instance, type, "id");

CREATE TABLE analytics.container_edges AS
SELECT DISTINCT inside.number AS inside, outside.number AS outside
FROM model."EntityManagedViaObject" AS relation
JOIN analytics.containers AS inside ON inside.container.id = relation."globalEntityId"
JOIN analytics.containers AS outside ON outside.container.id = relation."globalManagedViaObjectId"
WHERE relation."entityType" <> 'Account';

CREATE TABLE analytics.container_pairs AS
SELECT number AS inside, number AS outside, 0 AS depth, NULL::INTEGER AS before FROM analytics.containers;
