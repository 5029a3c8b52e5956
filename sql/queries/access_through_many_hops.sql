-- name: Access through three and more hops
-- description: Access that an account has only through nested groups or roles, without a shorter path. Such access is easily overlooked in reviews.
-- tags: nesting, least-privilege
-- parameter hops: 3  least number of steps from the account to the object: 1 is direct, 2 through one group or role
SELECT source.source_id, access.account_alias, access.account_name, access.object_type, access.object_name,
  min(access.hops) AS hops, arg_min([step.name FOR step IN access.path], access.hops) AS through
FROM account_access AS access
JOIN application_instances AS source USING (application_instance_id)
WHERE access.account_enabled AND access.entitlement_type IS DISTINCT FROM 'Denial'
GROUP BY source.source_id, access.account_id, access.account_alias, access.account_name, access.object_id, access.object_type, access.object_name
HAVING min(access.hops) >= :hops
ORDER BY hops DESC, access.account_alias, access.object_name
