-- The graph of access. A node is an object that takes part in access: accounts, containers (groups, roles, permission sets and
-- whatever else has members) and the objects that access is assigned to. Each gets a number, because joins over numbers are many
-- times faster than joins over ids. Objects that relationships name but that no read brought are nodes too: is_read is false, and
-- their local id is their name.
-- A membership says that a member (an account or a container) is directly in a container.
-- A node of type Contents stands for the resources of some classes in a resource, for entitlements that hold for these only. Its name
-- is made of the local id of the resource and the classes until analytics.contents is filled.

-- The ends of relationships are named by application instance, type and local id. `home` is the instance of an end: that of the
-- relationship, or the one that a federated reference leads to. Relationships with an end that cannot be resolved are left out.
CREATE TABLE analytics.named_memberships AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS relation_id,
  side_instance(instance, "federationSpecification", 'Source', "federationSpecification"->>'sourceAuthenticationKey') AS member_home,
  "entityType" AS member_type, "entityId" AS member_name,
  side_instance(instance, "federationSpecification", 'Target', "federationSpecification"->>'targetAuthenticationKey') AS container_home,
  "managedViaObjectType" AS container_type, "managedViaObjectId" AS container_name
FROM model."EntityManagedViaObject"
WHERE member_home IS NOT NULL AND member_type IS NOT NULL AND member_name IS NOT NULL
  AND container_home IS NOT NULL AND container_type IS NOT NULL AND container_name IS NOT NULL;

CREATE TABLE analytics.named_assignments AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS assignment_id,
  side_instance(instance, "federationSpecification", 'Source', "federationSpecification"->>'sourceAuthenticationKey') AS holder_home,
  "entityType" AS holder_type, "entityId" AS holder_name,
  side_instance(instance, "federationSpecification", 'Target', "federationSpecification"->>'targetAuthenticationKey') AS object_home,
  CASE WHEN entitlement.classes IS NULL THEN "assignedObjectType" ELSE 'Contents' END AS object_type,
  CASE WHEN entitlement.classes IS NULL THEN "assignedObjectId" ELSE json_array("assignedObjectId", entitlement.classes)::VARCHAR END
    AS object_name,
  entitlement.number AS entitlement
FROM model."EntityAssignedAccessToObject"
LEFT JOIN analytics.entitlements AS entitlement ON entitlement.specification = "entitlementSpecification"::VARCHAR
WHERE holder_home IS NOT NULL AND holder_type IS NOT NULL AND holder_name IS NOT NULL
  AND object_home IS NOT NULL AND object_type IS NOT NULL AND object_name IS NOT NULL
  AND (entitlement.classes IS NULL OR "assignedObjectType" = 'ResourceInstance');

-- Every name once, with its global id. Far fewer names than relationships have to be hashed.
CREATE TABLE analytics.names AS
SELECT *, global_id(home, type, name) AS id FROM (
  SELECT instance, member_home AS home, member_type AS type, member_name AS name FROM analytics.named_memberships
  UNION SELECT instance, container_home, container_type, container_name FROM analytics.named_memberships
  UNION SELECT instance, holder_home, holder_type, holder_name FROM analytics.named_assignments
  UNION SELECT instance, object_home, object_type, object_name FROM analytics.named_assignments
);

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
  SELECT id, instance, type, name FROM analytics.names
  UNION ALL SELECT inside, instance, 'ResourceInstance', inside_name FROM analytics.named_containments
  UNION ALL SELECT outside, instance, 'ResourceInstance', outside_name FROM analytics.named_containments
), every AS (
  SELECT id, instance, type, name, true AS is_read FROM read
  UNION ALL
  SELECT DISTINCT ON (id) id, instance, type, name, false FROM mentioned ANTI JOIN read USING (id)
)
-- Nodes of one instance and type have successive numbers, because access mostly leads from one of them to another, and lookups read
-- rows together whose numbers are close to each other. `Account` comes before all other types.
SELECT row_number() OVER (ORDER BY instance, type, id)::INTEGER AS number, * FROM every;

CREATE TABLE analytics.named_nodes AS
SELECT named.instance, named.home, named.type, named.name, node.number, node.is_read
FROM analytics.names AS named JOIN analytics.nodes AS node USING (id);
DROP TABLE analytics.names;

CREATE TABLE analytics.contents AS
SELECT DISTINCT node.number, outside.number AS object, from_json(node.name->'$[1]', '["VARCHAR"]') AS classes
FROM analytics.named_nodes AS node
JOIN analytics.named_nodes AS outside ON outside.instance = node.instance AND outside.home = node.home
  AND outside.type = 'ResourceInstance' AND outside.name = (node.name->>'$[0]')
WHERE node.type = 'Contents';

UPDATE analytics.nodes AS node SET name = outside.name || ': ' || array_to_string(contents.classes, ', ')
FROM analytics.contents AS contents JOIN analytics.nodes AS outside ON outside.number = contents.object
WHERE node.number = contents.number;

CREATE TABLE analytics.memberships AS
SELECT named.instance, member.number AS member, container.number AS container, named.relation_id,
  named.member_type = 'Account' AS is_account
FROM analytics.named_memberships AS named
JOIN analytics.named_nodes AS member ON member.instance = named.instance AND member.home = named.member_home
  AND member.type = named.member_type AND member.name = named.member_name
JOIN analytics.named_nodes AS container ON container.instance = named.instance AND container.home = named.container_home
  AND container.type = named.container_type AND container.name = named.container_name;

-- Holders of an application of an identity provider become members of each authenticator with the same key in other instances. The
-- memberships of those instances say what the authenticator opens.
INSERT INTO analytics.memberships
SELECT DISTINCT named.instance, holder.number, door.number, named.assignment_id, named.holder_type = 'Account'
FROM analytics.named_assignments AS named
JOIN analytics.entitlements AS entitlement ON entitlement.number = named.entitlement
JOIN analytics.named_nodes AS holder ON holder.instance = named.instance AND holder.home = named.holder_home
  AND holder.type = named.holder_type AND holder.name = named.holder_name
JOIN analytics.named_nodes AS object ON object.instance = named.instance AND object.home = named.object_home
  AND object.type = named.object_type AND object.name = named.object_name
JOIN analytics.nodes AS application ON application.number = object.number
JOIN enrich.authentication_keys AS assigned ON assigned.id = application.id
JOIN enrich.authentication_keys AS accepted
  ON accepted.key = assigned.key AND accepted.type = 'Authenticator' AND accepted.is_active AND accepted.instance <> assigned.instance
JOIN analytics.nodes AS door ON door.id = accepted.id
WHERE named.object_type = 'AssignedApplication' AND entitlement.counts AND NOT entitlement.is_denial;

-- Relationships that name objects that were not read. They are kept; the ledger says how many there are.
CREATE TABLE analytics.dangling AS
WITH unread AS (
  FROM analytics.named_nodes WHERE NOT is_read AND type IN ('Account', 'UserGroup', 'Role', 'PermissionSet', 'AssignedApplication',
    'IntegratedApplication', 'ResourceClass', 'ResourceInstance')
), ends AS (
  SELECT instance, 'EntityManagedViaObject' AS of_type, 'members' AS subject, 'memberships are of members' AS meaning,
    member_home AS home, member_type AS type, member_name AS name
  FROM analytics.named_memberships
  UNION ALL
  SELECT instance, 'EntityManagedViaObject', 'containers', 'memberships are in groups, roles or permission sets',
    container_home, container_type, container_name
  FROM analytics.named_memberships
  UNION ALL
  SELECT instance, 'EntityAssignedAccessToObject', 'entities', 'access assignments are of entities', holder_home, holder_type, holder_name
  FROM analytics.named_assignments WHERE object_type <> 'Contents'
  UNION ALL
  SELECT instance, 'EntityAssignedAccessToObject', 'assigned objects', 'access assignments are to objects',
    object_home, object_type, object_name
  FROM analytics.named_assignments
), contained AS (
  SELECT instance, coalesce(type, 'ResourceInstance') AS of_type, 'containing resources' AS subject,
    'resources lie in resources' AS meaning, outside AS id
  FROM analytics.named_containments
  UNION ALL
  SELECT instance, type, 'contained resources', 'resources contain resources', inside
  FROM analytics.named_containments WHERE type IS NOT NULL
)
SELECT instance, of_type AS type, subject, meaning, count(*) AS count FROM (
  SELECT ends.instance, of_type, subject, meaning FROM ends JOIN unread USING (instance, home, type, name)
  UNION ALL
  SELECT contained.instance, of_type, subject, meaning
  FROM contained JOIN analytics.nodes AS node USING (id) WHERE NOT node.is_read AND node.type = 'ResourceInstance'
) GROUP BY ALL;
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
