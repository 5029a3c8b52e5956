-- Privileges on whole tables. A row without Table_priv only says that columns have privileges.
SELECT Host AS host, Db AS db, User AS user, Table_name AS name, Table_priv AS privileges
FROM mysql.tables_priv
WHERE Table_priv <> '' AND (Host, Db, User, Table_name) > (?, ?, ?, ?)
ORDER BY Host, Db, User, Table_name
