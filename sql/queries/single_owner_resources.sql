-- name: Sensitive resources with a single owner
-- description: Sensitive resources that exactly one account owns, and whether that account can still be used.
-- tags: owners, data, resilience
SELECT source.source_id, resource.name, owner.alias AS owner_alias, owner.name AS owner_name, owner.enabled AS owner_enabled,
  owner.sor_employment_status AS owner_employment_status
FROM resource_instances AS resource
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN accounts AS owner
  ON owner.application_instance_id = resource.application_instance_id AND owner.id = resource.owner_account_ids[1]
WHERE resource.is_sensitive AND len(resource.owner_account_ids) = 1
ORDER BY owner.enabled, source.source_id, resource.name
