-- The page.
SELECT node.id AS "objectId", node.type AS "objectType", node.name AS "objectName",
  node.application_instance_id AS "applicationInstanceId", reached.hops, reached.permissions, node.id::VARCHAR AS page_key
FROM reached JOIN inventory.access_nodes AS node ON node.number = reached.object
WHERE node.contents_of IS NULL
  AND coalesce(node.id > $after::UUID, true)
  AND coalesce(node.type = $object_type, true)
  AND coalesce(node.application_instance_id = $application_instance_id::UUID, true)
ORDER BY node.id
LIMIT $size
