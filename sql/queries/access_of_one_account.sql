-- name: Everything that one account reaches
-- description: The groups, roles, applications and resources that an account reaches after denials, through any number of groups, roles and containing resources.
-- tags: nesting, review
-- parameter account: 'ada'  username of the account
SELECT source_id, object_type, object_name, hops, is_member, is_privileged,
  array_to_string(list_filter([
    CASE WHEN can_access THEN 'access' END, CASE WHEN can_create THEN 'create' END, CASE WHEN can_read THEN 'read' END,
    CASE WHEN can_update THEN 'update' END, CASE WHEN can_delete THEN 'delete' END, CASE WHEN can_execute THEN 'execute' END,
    CASE WHEN can_share THEN 'share' END], lambda permission: permission IS NOT NULL), ', ') AS permissions
FROM effective_access
WHERE account_alias = :account
ORDER BY source_id, object_type, hops, object_name
