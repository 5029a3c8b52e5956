-- Every object to which or through which access can be given, with its name. Use it to find the name for an object id.
-- object_id: Global id of the object
-- object_type: Type of the object
SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id, "globalId" AS object_id,
  'Account' AS object_type, "alias" AS object_name
FROM inventory."Account"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'Role', "name" FROM inventory."Role"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'UserGroup', "name" FROM inventory."UserGroup"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'PermissionSet', "name" FROM inventory."PermissionSet"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'AssignedApplication', "name"
FROM inventory."AssignedApplication"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'IntegratedApplication', "name"
FROM inventory."IntegratedApplication"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'ResourceClass', "name" FROM inventory."ResourceClass"
UNION ALL
SELECT "objectMetadata"."ApplicationInstanceId", "globalId", 'ResourceInstance', "name"
FROM inventory."ResourceInstance"
