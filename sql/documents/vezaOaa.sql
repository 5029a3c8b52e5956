-- The inventory as a payload for Veza’s Open Authorization API (docs.veza.com, template of custom applications): an application for each
-- application instance with its users, groups and resources, and the permissions of each identity. Roles and permission sets are groups of
-- that type, because roles of OAA have no resources of their own. Ids are global ids.
-- document: vezaOaa
WITH RECURSIVE instances AS (
  SELECT application_instance_id AS instance, source_id AS application, connector FROM inventory.application_instances
), people AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id, 'local_user' AS identity, 'Account' AS type, {
    'name': "alias", 'email': CASE WHEN NOT ends_with(lower("email"), '.invalid') THEN "email" END,
    'is_active': "enabled", 'user_type': CASE WHEN "type" = 'User' THEN 'human' ELSE 'machine' END,
    'created_at': strftime("createdDate", '%Y-%m-%dT%H:%M:%SZ'), 'last_login_at': strftime("lastActivityDate", '%Y-%m-%dT%H:%M:%SZ'),
    'password_last_changed_at': strftime("lastPasswordChangedDate", '%Y-%m-%dT%H:%M:%SZ')
  }::JSON AS facts
  FROM inventory."Account"
), holders AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id, 'local_group' AS identity, 'UserGroup' AS type,
    {'name': "name", 'created_at': strftime("createdDate", '%Y-%m-%dT%H:%M:%SZ')}::JSON AS facts
  FROM inventory."UserGroup"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'local_group', 'Role',
    {'name': "name", 'created_at': strftime("createdDate", '%Y-%m-%dT%H:%M:%SZ')}::JSON
  FROM inventory."Role"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'local_group', 'PermissionSet', {'name': "name", 'created_at': NULL::VARCHAR}::JSON
  FROM inventory."PermissionSet"
), identities AS (
  FROM people UNION ALL FROM holders
), memberships AS (
  SELECT membership."globalEntityId" AS id, list_sort(list(DISTINCT holder.id)) AS groups
  FROM inventory."EntityManagedViaObject" AS membership
  JOIN holders AS holder ON holder.id = membership."globalManagedViaObjectId" AND holder.instance = membership."objectMetadata"."ApplicationInstanceId"
  JOIN identities AS member ON member.id = membership."globalEntityId" AND member.instance = holder.instance
  GROUP BY ALL
), things AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id, "name", "resourceClass" AS type FROM inventory."ResourceInstance"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", "name", 'Application' FROM inventory."AssignedApplication"
), parents AS (
  -- OAA knows one parent. A resource in several is written in one of them.
  SELECT containment."globalChildId" AS id, min(containment."globalParentId") AS parent
  FROM inventory."ResourceInstanceContainsResourceInstance" AS containment
  JOIN things AS child ON child.id = containment."globalChildId"
  JOIN things AS parent ON parent.id = containment."globalParentId" AND parent.instance = child.instance
  GROUP BY ALL
), below AS (
  SELECT id, id::VARCHAR AS path FROM things ANTI JOIN parents USING (id)
  UNION ALL
  SELECT parents.id, below.path || '.' || parents.id FROM below JOIN parents ON parents.parent = below.id
), resources AS (
  SELECT things.*, coalesce(below.path, things.id::VARCHAR) AS path FROM things LEFT JOIN below USING (id)
), grants AS (
  SELECT entity.instance, entity.id, entity.identity, specification->>'$.reasonSpecificData.name' AS name, resources.path,
    -- Nothing of a permission that is not known is claimed.
    list_filter(['DataRead', 'DataWrite', 'DataCreate', 'DataDelete', 'NonData'], lambda type, place: coalesce((specification->>(
      '$.reasonSpecificData.permissions.' || ['isRead', 'isUpdate', 'isCreate', 'isDelete', 'isExecute'][place]))::BOOLEAN, false)) AS types,
    coalesce((specification->>'$.reasonSpecificData.appliesToContents')::BOOLEAN, false) AS reaches_contents
  FROM (SELECT *, "entitlementSpecification" AS specification FROM inventory."EntityAssignedAccessToObject") AS assignment
  JOIN identities AS entity ON entity.id = assignment."globalEntityId"
  LEFT JOIN resources ON resources.id = assignment."globalAssignedObjectId" AND resources.instance = entity.instance
  LEFT JOIN inventory."IntegratedApplication" AS application ON application."globalId" = assignment."globalAssignedObjectId"
    AND application."objectMetadata"."ApplicationInstanceId" = entity.instance
  WHERE (resources.id IS NOT NULL OR application."globalId" IS NOT NULL)
    AND (specification->>'$.reasonSpecificData.type') IS DISTINCT FROM 'Denial'
    AND (specification->>'$.reasonSpecificData.enabled') IS DISTINCT FROM 'false'
), kinds AS (
  -- Payloads refer to permissions by names without regard to case, so a name with several meanings gets a number.
  SELECT *, CASE WHEN count(*) OVER same = 1 THEN coalesce(name, 'access') ELSE coalesce(name, 'access') || ' #' || row_number() OVER (same ORDER BY name, types, reaches_contents) END AS permission
  FROM (SELECT DISTINCT name, types, reaches_contents FROM grants)
  WINDOW same AS (PARTITION BY lower(coalesce(name, 'access')))
), permitted AS (
  SELECT grants.instance, grants.id, grants.identity, kinds.permission,
    list_sort(list(DISTINCT grants.path) FILTER (grants.path IS NOT NULL)) AS resources, bool_or(grants.path IS NULL) AS is_over_application
  FROM grants JOIN kinds ON kinds.name IS NOT DISTINCT FROM grants.name AND kinds.types = grants.types AND kinds.reaches_contents = grants.reaches_contents
  GROUP BY ALL
), parts AS (
  SELECT 'applications' AS section, 'applications' AS list, instance, instance || '/0' AS key,
    '{"name":' || to_json(application) || ',"application_type":' || to_json(connector) || ',"local_users":[' AS text FROM instances
  UNION ALL
  SELECT 'applications', instance || '/1', instance, instance || '/1/' || id, json_merge_patch('{}', facts, {
    'id': id, 'groups': groups, 'identities': CASE WHEN facts->>'$.email' IS NOT NULL THEN [facts->>'$.email'] END
  }::JSON)::VARCHAR
  FROM people LEFT JOIN memberships USING (id)
  UNION ALL
  SELECT 'applications', NULL, instance, instance || '/2', '],"local_groups":[' FROM instances
  UNION ALL
  SELECT 'applications', instance || '/3', instance, instance || '/3/' || id,
    json_merge_patch('{}', facts, {'id': id, 'group_type': type, 'groups': groups}::JSON)::VARCHAR
  FROM holders LEFT JOIN memberships USING (id)
  UNION ALL
  SELECT 'applications', NULL, instance, instance || '/4', '],"local_roles":[],"resources":[' FROM instances
  UNION ALL
  -- A resource ends after what is in it: `~` comes after all characters of a path.
  SELECT 'applications', instance || '/5/' || regexp_extract(path, '^(.*)[.]', 1), instance, instance || '/5/' || path,
    '{"id":' || to_json(id) || ',"name":' || to_json("name") || ',"resource_type":' || to_json(coalesce(type, 'resource')) || ',"sub_resources":['
  FROM resources
  UNION ALL
  SELECT 'applications', NULL, instance, instance || '/5/' || path || '~', ']}' FROM resources
  UNION ALL
  SELECT 'applications', NULL, instance, instance || '/6', ']}' FROM instances
  UNION ALL
  -- Once for each application that uses it; equal parts are written once.
  SELECT 'permissions', 'permissions', instance, permission, json_object('name', permission,
    'permission_type', CASE WHEN types = [] THEN ['Uncategorized'] ELSE types END, 'apply_to_sub_resources', reaches_contents)::VARCHAR
  FROM kinds JOIN (SELECT DISTINCT instance, permission FROM permitted) USING (permission)
  UNION ALL
  SELECT 'identities', 'identities', instance, id::VARCHAR, json_object('identity', id, 'identity_type', identity, 'application_permissions',
    list(json_merge_patch('{}', {'application': application, 'permission': permission, 'apply_to_application': is_over_application,
      'resources': coalesce(resources, [])}::JSON) ORDER BY permission))::VARCHAR
  FROM permitted JOIN instances USING (instance) GROUP BY instance, id, identity
)
SELECT section, list, instance AS "applicationInstanceId", key, text FROM parts
