-- name: Resources shared with people outside
-- description: Resources that people outside the organisation can reach, sensitive ones first, with the links that give the access.
-- tags: data, sharing
SELECT source.source_id, resource.name, resource.is_sensitive, resource.externally_shared,
  list(DISTINCT assignment.shareable_uri) FILTER (assignment.shareable_uri IS NOT NULL) AS links
FROM resource_instances AS resource
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN access_assignments AS assignment ON assignment.global_assigned_object_id = resource.global_id
GROUP BY resource.global_id, source.source_id, resource.name, resource.is_sensitive, resource.externally_shared
HAVING resource.externally_shared OR len(links) > 0
ORDER BY resource.is_sensitive DESC NULLS LAST, source.source_id, resource.name
