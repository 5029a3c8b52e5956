-- The page.
WITH listed AS (
  SELECT reached.object, reached.hops, reached.permissions & ~coalesce(remaining.permissions, 0::USMALLINT) AS permissions
  FROM reached LEFT JOIN reached AS remaining ON remaining.object = reached.object AND remaining.is_without
  WHERE NOT reached.is_without
)
SELECT node.id AS "objectId", node.type AS "objectType", node.name AS "objectName",
  node.application_instance_id AS "applicationInstanceId", listed.hops, listed.permissions, node.id::VARCHAR AS page_key
FROM asked, listed JOIN inventory.access_nodes AS node ON node.number = listed.object
WHERE listed.permissions > 0
  AND node.contents_of IS NULL
  AND coalesce(node.id > asked.after, true)
  AND coalesce(node.type = asked.object_type, true)
  AND coalesce(node.application_instance_id = asked.application_instance_id, true)
ORDER BY node.id
LIMIT (SELECT size FROM asked)
