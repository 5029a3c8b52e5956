-- Tables and routines on which one name has rows for several hosts.
SELECT Host AS host, User AS user, Db AS db, Table_name AS name
FROM mysql.tables_priv
WHERE (User, Db, Table_name) IN (SELECT User, Db, Table_name FROM mysql.tables_priv GROUP BY User, Db, Table_name HAVING count(*) > 1)
UNION ALL
SELECT Host, User, Db, CONCAT(CAST(Routine_type AS CHAR), ' ', Routine_name)
FROM mysql.procs_priv
WHERE (User, Db, Routine_name, Routine_type) IN (
  SELECT User, Db, Routine_name, Routine_type FROM mysql.procs_priv GROUP BY User, Db, Routine_name, Routine_type HAVING count(*) > 1)
