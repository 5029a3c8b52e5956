-- The inventory as a graph in BloodHound’s OpenGraph form (bloodhound.specterops.io/opengraph/developer/graph-data): accounts, groups, roles,
-- permission sets, applications, resources and persons as nodes; memberships, access, containment and impersonation as edges. The kinds of
-- nodes begin with RC_, because BloodHound gives others a meaning of its own. Ids are global ids.
-- document: openGraph
WITH nodes AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id, 'RC_' || "type" AS kind, {
    'name': "alias", 'displayname': coalesce("name", "alias"), 'email': "email", 'enabled': "enabled", 'subtype': "subType",
    'isadmin': "isAdmin", 'title': "title", 'department': "department", 'localid': "id",
    'lastactivity': strftime("lastActivityDate", '%Y-%m-%dT%H:%M:%SZ'), 'riskposture': "analyticsAccessRiskPosture",
    'blastradius': "analyticsImpersonatableAccountsCount"
  }::JSON AS properties
  FROM inventory."Account"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_Group', {'name': "name", 'description': "description", 'localid': "id"}::JSON
  FROM inventory."UserGroup"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_Role', {'name': "name", 'description': "description", 'localid': "id"}::JSON
  FROM inventory."Role"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_PermissionSet', {'name': "name", 'localid': "id"}::JSON
  FROM inventory."PermissionSet"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_Application', {'name': "name", 'localid': "id"}::JSON
  FROM inventory."AssignedApplication"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_Application', {'name': "name", 'localid': "id"}::JSON
  FROM inventory."IntegratedApplication"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_Resource', {
    'name': "name", 'displayname': coalesce("displayName", "name"), 'class': "resourceClass", 'issensitive': "isSensitive",
    'externallyshared': "externallyShared", 'localid': "id"
  }::JSON
  FROM inventory."ResourceInstance"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'RC_Person', {
    'name': "displayName", 'email': "email", 'title': "title", 'department': "department", 'employmentstatus': "employmentStatus"
  }::JSON
  FROM inventory."Person"
), edges AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id, "globalEntityId" AS start, 'RC_MemberOf' AS kind,
    "globalManagedViaObjectId" AS "end", '{}'::JSON AS properties
  FROM inventory."EntityManagedViaObject"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", "globalEntityId",
    CASE WHEN specification->>'$.reasonSpecificData.type' = 'Denial' THEN 'RC_Denied'
      WHEN specification->>'$.reasonSpecificData.enabled' = 'false' THEN 'RC_DisabledAccess' ELSE 'RC_Access' END,
    "globalAssignedObjectId", {
      'entitlement': specification->>'$.reasonSpecificData.name',
      'isprivileged': (specification->>'$.reasonSpecificData.permissions.isPrivileged')::BOOLEAN,
      'create': (specification->>'$.reasonSpecificData.permissions.isCreate')::BOOLEAN,
      'read': (specification->>'$.reasonSpecificData.permissions.isRead')::BOOLEAN,
      'update': (specification->>'$.reasonSpecificData.permissions.isUpdate')::BOOLEAN,
      'delete': (specification->>'$.reasonSpecificData.permissions.isDelete')::BOOLEAN,
      'execute': (specification->>'$.reasonSpecificData.permissions.isExecute')::BOOLEAN,
      'share': (specification->>'$.reasonSpecificData.permissions.isShare')::BOOLEAN
    }::JSON
  FROM (SELECT *, "entitlementSpecification" AS specification FROM inventory."EntityAssignedAccessToObject") AS assignment
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", "globalParentId", 'RC_Contains', "globalChildId", '{}'::JSON
  FROM inventory."ResourceInstanceContainsResourceInstance"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", "enrichedPersonId", 'RC_Owns', "globalId", '{}'::JSON
  FROM inventory."Account" WHERE "enrichedPersonId" IS NOT NULL
  UNION ALL
  SELECT DISTINCT application_instance_id, md5(from_id::VARCHAR || to_id::VARCHAR), from_id, 'RC_CanActAs', to_id, '{}'::JSON
  FROM inventory.impersonation_steps
  WHERE is_in_force AND reason IN ('Key', 'Impersonation', 'SingleSignOn') AND from_type = 'Account' AND to_type = 'Account'
    AND from_node = from_id AND to_node = to_id AND from_id <> to_id
)
SELECT 'nodes' AS section, 'nodes' AS list, instance AS "applicationInstanceId", id::VARCHAR AS key,
  json_object('id', id, 'kinds', [kind, 'Rolecall'], 'properties', json_merge_patch('{}', properties))::VARCHAR AS text
FROM nodes
UNION ALL
SELECT 'edges', 'edges', edges.instance, edges.id::VARCHAR,
  json_object('kind', edges.kind, 'start', {'match_by': 'id', 'value': start}, 'end', {'match_by': 'id', 'value': "end"},
    'properties', json_merge_patch('{}', edges.properties))::VARCHAR
FROM edges
-- A limited client does not see some ends, and some were not read.
SEMI JOIN nodes AS start_node ON start_node.id = edges.start
SEMI JOIN nodes AS end_node ON end_node.id = edges."end"
