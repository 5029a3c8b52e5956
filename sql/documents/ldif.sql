-- The inventory as entries of a directory in LDIF (RFC 2849): accounts, groups, roles and permission sets with their members, below an
-- organizational unit for each application instance. The name in a DN is the global id, so that no name can break it; `cn`, `uid` and `mail`
-- have the names.
-- document: ldif
WITH entries AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, "globalId" AS id,
    CASE WHEN "type" = 'User' THEN ['inetOrgPerson'] ELSE ['account', 'extensibleObject'] END AS classes,
    coalesce("name", "alias") AS name, "createdDate" AS created, [
      {'name': 'uid', 'value': "alias"},
      {'name': 'sn', 'value': CASE WHEN "type" = 'User' THEN coalesce(nullif(regexp_extract("name", '([^ ]+) *$', 1), ''), "alias") END},
      {'name': 'displayName', 'value': "displayName"},
      {'name': 'mail', 'value': CASE WHEN NOT ends_with(lower("email"), '.invalid') THEN "email" END},
      {'name': 'title', 'value': "title"},
      {'name': 'departmentNumber', 'value': "department"},
      {'name': 'employeeNumber', 'value': "employeeNumber"},
      {'name': 'nsAccountLock', 'value': CASE WHEN "enabled" THEN 'FALSE' ELSE 'TRUE' END},
      {'name': 'authTimestamp', 'value': strftime("lastActivityDate", '%Y%m%d%H%M%SZ')}
    ] AS attributes
  FROM inventory."Account"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", ['group'], "name", "createdDate", [{'name': 'description', 'value': "description"}]
  FROM inventory."UserGroup"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", ['organizationalRole'], "name", "createdDate", [{'name': 'description', 'value': "description"}]
  FROM inventory."Role"
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId", ['organizationalRole'], "name", NULL, [{'name': 'description', 'value': 'Permission set'}]
  FROM inventory."PermissionSet"
), named AS (
  SELECT *, 'cn=' || id || ',ou=' || instance || ',o=rolecall' AS dn FROM entries
), members AS (
  SELECT holder.id, list_transform(list_sort(list(DISTINCT member.dn)), lambda place: {
    'name': CASE WHEN any_value(holder.classes) = ['group'] THEN 'member' ELSE 'roleOccupant' END, 'value': place
  }) AS attributes
  FROM inventory."EntityManagedViaObject" AS membership
  JOIN named AS holder ON holder.id = membership."globalManagedViaObjectId" AND holder.classes IN (['group'], ['organizationalRole'])
  JOIN named AS member ON member.id = membership."globalEntityId"
  GROUP BY holder.id
), written AS (
  SELECT named.instance, '2' || named.id AS key, named.dn, list_concat(
    -- A groupOfNames has a member at least (RFC 4519, section 3.5).
    list_transform(CASE WHEN classes <> ['group'] THEN classes WHEN members.id IS NULL THEN ['groupOfMembers'] ELSE ['groupOfNames'] END,
      lambda class: {'name': 'objectClass', 'value': class}),
    [{'name': 'cn', 'value': "name"}, {'name': 'cn', 'value': named.id::VARCHAR}, {'name': 'entryUUID', 'value': named.id::VARCHAR},
      {'name': 'createTimestamp', 'value': strftime(created, '%Y%m%d%H%M%SZ')}],
    named.attributes, members.attributes) AS attributes
  FROM named LEFT JOIN members ON members.id = named.id
  UNION ALL
  SELECT application_instance_id, '1' || application_instance_id, 'ou=' || application_instance_id || ',o=rolecall', [
    {'name': 'objectClass', 'value': 'organizationalUnit'}, {'name': 'ou', 'value': application_instance_id::VARCHAR},
    {'name': 'entryUUID', 'value': application_instance_id::VARCHAR}, {'name': 'description', 'value': source_id}]
  FROM inventory.application_instances
)
-- RFC 2849: what is no safe text is base64. Control characters and spaces at the end are, too.
SELECT 'entries' AS section, NULL AS list, instance AS "applicationInstanceId", key,
  'dn: ' || dn || chr(10) || list_aggregate(list_transform(
    list_filter(attributes, lambda attribute: attribute.value <> ''),
    lambda attribute: attribute.name || CASE WHEN regexp_full_match(attribute.value, '[!-9;=-~]([ -~]*[!-~])?')
      THEN ': ' || attribute.value ELSE ':: ' || base64(encode(attribute.value)) END || chr(10)
  ), 'string_agg', '') AS text
FROM written
