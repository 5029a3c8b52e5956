-- One account of MariaDB, or one role, which has no host.
SELECT User AS user, Host AS host, coalesce(JSON_VALUE(Priv, '$.account_locked'), 0) = 1 AS is_locked,
  0 AS would_be_role, CAST(coalesce(JSON_VALUE(Priv, '$.access'), 0) AS UNSIGNED) & (1 << 15) <> 0 AS is_super,
  current_user() AS own_name
FROM mysql.global_priv
WHERE User = ? AND Host = ?
