-- The databases that the account may see, and others that somebody has privileges in: these need not exist.
SELECT name, max(is_there) AS is_there FROM (
  SELECT convert(SCHEMA_NAME USING utf8mb4) COLLATE utf8mb4_bin AS name, 1 AS is_there FROM information_schema.SCHEMATA
  UNION ALL
  SELECT convert(Db USING utf8mb4) COLLATE utf8mb4_bin, 0 FROM mysql.tables_priv
  UNION ALL
  SELECT convert(Db USING utf8mb4) COLLATE utf8mb4_bin, 0 FROM mysql.procs_priv
) AS known
GROUP BY name
ORDER BY name
