-- The tables and views of one database that the account may see, and others that somebody has privileges on: these need not exist.
-- Of the server's virtual databases, only tables that somebody has privileges on.
SELECT name, max(type) AS type FROM (
  SELECT convert(TABLE_NAME USING utf8mb4) COLLATE utf8mb4_bin AS name, convert(TABLE_TYPE USING utf8mb4) AS type
  FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'sys')
  UNION ALL
  SELECT convert(Table_name USING utf8mb4) COLLATE utf8mb4_bin, NULL FROM mysql.tables_priv WHERE Db = ?
) AS known
WHERE name > ?
GROUP BY name
ORDER BY name
