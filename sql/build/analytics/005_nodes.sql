-- scope: island
-- The graph of access. A node is an object that takes part in access: accounts, containers (groups, roles, permission sets and
-- whatever else has members) and the objects that access is assigned to. Each gets a number, because joins over numbers are many
-- times faster than joins over ids. Objects that relationships name but that no read brought are nodes too: is_read is false, and
-- their local id is their name.
-- A membership says that a member (an account or a container) is directly in a container.

CREATE TABLE analytics.named_memberships AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS relation_id,
  "entityType" AS member_type, "entityId" AS member_name, "globalEntityId" AS member_id,
  "managedViaObjectType" AS container_type, "managedViaObjectId" AS container_name, "globalManagedViaObjectId" AS container_id
FROM model."EntityManagedViaObject" WHERE "globalEntityId" IS NOT NULL AND "globalManagedViaObjectId" IS NOT NULL;

CREATE TABLE analytics.named_assignments AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS assignment_id,
  "entityType" AS holder_type, "entityId" AS holder_name, "globalEntityId" AS holder_id,
  "assignedObjectType" AS object_type, "assignedObjectId" AS object_name, "globalAssignedObjectId" AS object_id,
  "entitlementSpecification"::VARCHAR AS specification
FROM model."EntityAssignedAccessToObject" WHERE "globalEntityId" IS NOT NULL AND "globalAssignedObjectId" IS NOT NULL;

-- Which resource lies directly in which, from containment edges and from the parent that a resource names.
CREATE TABLE analytics.named_containments AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalChildId" AS inside, "childId" AS inside_name,
  "globalParentId" AS outside, "parentId" AS outside_name,
  'ResourceInstanceContainsResourceInstance' AS type
FROM model."ResourceInstanceContainsResourceInstance" WHERE "childId" <> "parentId"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", "id", "globalParentId", "parentId", NULL
FROM model."ResourceInstance" WHERE "parentId" IS NOT NULL AND "parentId" <> "id";

CREATE TABLE analytics.nodes AS
WITH read AS (
  SELECT "globalId" AS id, "objectMetadata"."ApplicationInstanceId" AS instance, 'Account' AS type, "alias" AS name
  FROM model."Account"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'UserGroup', "name" FROM model."UserGroup"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'Role', "name" FROM model."Role"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'PermissionSet', "name" FROM model."PermissionSet"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'AssignedApplication', "name"
  FROM model."AssignedApplication"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'IntegratedApplication', "name"
  FROM model."IntegratedApplication"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'ResourceClass', "name" FROM model."ResourceClass"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'ResourceInstance', "name"
  FROM model."ResourceInstance"
  UNION ALL SELECT "globalId", "objectMetadata"."ApplicationInstanceId", 'Authenticator', "name" FROM model."Authenticator"
), mentioned AS (
  SELECT member_id AS id, instance, member_type AS type, member_name AS name FROM analytics.named_memberships
  UNION ALL SELECT container_id, instance, container_type, container_name FROM analytics.named_memberships
  UNION ALL SELECT holder_id, instance, holder_type, holder_name FROM analytics.named_assignments
  UNION ALL SELECT object_id, instance, object_type, object_name FROM analytics.named_assignments
  UNION ALL SELECT inside, instance, 'ResourceInstance', inside_name FROM analytics.named_containments
  UNION ALL SELECT outside, instance, 'ResourceInstance', outside_name FROM analytics.named_containments
), every AS (
  SELECT id, instance, type, name, true AS is_read FROM read
  UNION ALL
  SELECT DISTINCT ON (id) id, instance, type, name, false FROM mentioned ANTI JOIN read USING (id)
)
SELECT row_number() OVER (ORDER BY id)::INTEGER AS number, * FROM every;

CREATE TABLE analytics.memberships AS
SELECT named.instance, member.number AS member, container.number AS container, named.relation_id,
  named.member_type = 'Account' AS is_account
FROM analytics.named_memberships AS named
JOIN analytics.nodes AS member ON member.id = named.member_id
JOIN analytics.nodes AS container ON container.id = named.container_id;

-- Relationships that name objects that were not read. They are kept; the ledger says how many there are.
CREATE TABLE analytics.dangling AS
WITH ends AS (
  SELECT instance, 'EntityManagedViaObject' AS type, 'members' AS subject, 'memberships are of members' AS meaning, member_id AS id
  FROM analytics.named_memberships
  UNION ALL
  SELECT instance, 'EntityManagedViaObject', 'containers', 'memberships are in groups, roles or permission sets', container_id
  FROM analytics.named_memberships
  UNION ALL
  SELECT instance, 'EntityAssignedAccessToObject', 'entities', 'access assignments are of entities', holder_id
  FROM analytics.named_assignments
  UNION ALL
  SELECT instance, 'EntityAssignedAccessToObject', 'assigned objects', 'access assignments are to objects', object_id
  FROM analytics.named_assignments
  UNION ALL
  SELECT instance, coalesce(type, 'ResourceInstance'), 'containing resources', 'resources lie in resources', outside
  FROM analytics.named_containments
  UNION ALL
  SELECT instance, type, 'contained resources', 'resources contain resources', inside
  FROM analytics.named_containments WHERE type IS NOT NULL
)
SELECT ends.instance, ends.type, ends.subject, ends.meaning, count(*) AS count
FROM ends JOIN analytics.nodes AS node ON node.id = ends.id
WHERE NOT node.is_read AND node.type IN ('Account', 'UserGroup', 'Role', 'PermissionSet', 'AssignedApplication',
  'IntegratedApplication', 'ResourceClass', 'ResourceInstance')
GROUP BY ALL;
DROP TABLE analytics.named_memberships;

CREATE TABLE analytics.resource_edges AS
SELECT DISTINCT inner_one.number AS inside, outer_one.number AS outside
FROM analytics.named_containments AS named
JOIN analytics.nodes AS inner_one ON inner_one.id = named.inside
JOIN analytics.nodes AS outer_one ON outer_one.id = named.outside;
DROP TABLE analytics.named_containments;

-- Containers are the nodes that can have members. The edges say which container lies directly in which: groups in groups, groups in
-- roles, roles in roles. The pairs begin with each container in itself at depth 0, so that one join leads from a member's direct
-- containers to all its containers.
CREATE TABLE analytics.containers AS
SELECT number, instance, {'type': type, 'id': id, 'name': name} AS container, is_read
FROM analytics.nodes
WHERE type IN ('UserGroup', 'Role', 'PermissionSet') OR number IN (SELECT container FROM analytics.memberships)
  OR number IN (SELECT member FROM analytics.memberships WHERE NOT is_account);

CREATE TABLE analytics.container_edges AS
SELECT DISTINCT member AS inside, container AS outside FROM analytics.memberships WHERE NOT is_account;

CREATE TABLE analytics.container_pairs AS
SELECT number AS inside, number AS outside, 0 AS depth, NULL::INTEGER AS before FROM analytics.containers;
