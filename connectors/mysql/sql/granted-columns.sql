-- The columns that have privileges of their own.
SELECT DISTINCT Db AS db, Table_name AS table_name, Column_name AS name
FROM mysql.columns_priv
WHERE (Db, Table_name, Column_name) > (?, ?, ?)
ORDER BY Db, Table_name, Column_name
