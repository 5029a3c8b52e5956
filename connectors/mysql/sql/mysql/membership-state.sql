-- Whether one account is in one role, and whether it is in force when the account logs in.
SELECT
  EXISTS (SELECT * FROM mysql.role_edges WHERE TO_USER = ? AND TO_HOST = ? AND FROM_USER = ? AND FROM_HOST = ?) AS is_member,
  EXISTS (SELECT * FROM mysql.role_edges
    WHERE TO_USER = ? AND TO_HOST = ? AND FROM_USER = ? AND FROM_HOST = ? AND WITH_ADMIN_OPTION = 'Y') AS is_admin,
  EXISTS (SELECT * FROM mysql.default_roles
    WHERE USER = ? AND HOST = ? AND DEFAULT_ROLE_USER = ? AND DEFAULT_ROLE_HOST = ?) AS is_default
