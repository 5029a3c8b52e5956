-- The page.
SELECT node.id AS "objectId", node.type AS "objectType", node.name AS "objectName",
  node.application_instance_id AS "applicationInstanceId", reached.hops, reached.permissions, node.id::VARCHAR AS page_key
FROM asked, reached JOIN inventory.access_nodes AS node ON node.number = reached.object
WHERE node.contents_of IS NULL
  AND coalesce(node.id > asked.after, true)
  AND coalesce(node.type = asked.object_type, true)
  AND coalesce(node.application_instance_id = asked.application_instance_id, true)
ORDER BY node.id
LIMIT (SELECT size FROM asked)
