-- One account of MySQL. Roles are accounts that are locked and expired, so an expired account that is locked looks like a role.
SELECT User AS user, Host AS host, account_locked = 'Y' AS is_locked, password_expired = 'Y' AS would_be_role,
  Super_priv = 'Y' AS is_super, current_user() AS own_name
FROM mysql.user
WHERE User = ? AND Host = ?
