-- Every grant of an account as a role. A default role is in force when the account logs in, others after SET ROLE.
SELECT edge.TO_HOST AS host, edge.TO_USER AS user, edge.FROM_USER AS role, edge.FROM_HOST AS role_host,
  edge.WITH_ADMIN_OPTION = 'Y' AS admin,
  EXISTS (
    SELECT * FROM mysql.default_roles AS assigned
    WHERE assigned.HOST = edge.TO_HOST AND assigned.USER = edge.TO_USER
      AND assigned.DEFAULT_ROLE_HOST = edge.FROM_HOST AND assigned.DEFAULT_ROLE_USER = edge.FROM_USER) AS is_default
FROM mysql.role_edges AS edge
WHERE (edge.TO_HOST, edge.TO_USER, edge.FROM_USER, edge.FROM_HOST) > (?, ?, ?, ?)
ORDER BY edge.TO_HOST, edge.TO_USER, edge.FROM_USER, edge.FROM_HOST
