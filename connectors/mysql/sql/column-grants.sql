-- Privileges on single columns.
SELECT Host AS host, Db AS db, User AS user, Table_name AS table_name, Column_name AS name, Column_priv AS privileges
FROM mysql.columns_priv
WHERE (Host, Db, User, Table_name, Column_name) > (?, ?, ?, ?, ?)
ORDER BY Host, Db, User, Table_name, Column_name
