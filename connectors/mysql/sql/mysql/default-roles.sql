-- The roles that are in force when one account of MySQL logs in.
SELECT DEFAULT_ROLE_USER AS user, DEFAULT_ROLE_HOST AS host
FROM mysql.default_roles
WHERE USER = ? AND HOST = ?
ORDER BY DEFAULT_ROLE_HOST, DEFAULT_ROLE_USER
