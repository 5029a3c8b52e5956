-- Every membership of an account or role in a role. A default role is in force when the account logs in, others after SET ROLE.
SELECT edge.Host AS host, edge.User AS user, edge.Role AS role, '' AS role_host, edge.Admin_option = 'Y' AS admin,
  coalesce(JSON_VALUE(member.Priv, '$.default_role') = edge.Role, 0) AS is_default
FROM mysql.roles_mapping AS edge
LEFT JOIN mysql.global_priv AS member ON member.Host = edge.Host AND member.User = edge.User
WHERE (edge.Host, edge.User, edge.Role, '') > (?, ?, ?, ?)
ORDER BY edge.Host, edge.User, edge.Role
