-- The routines on which somebody has privileges.
SELECT DISTINCT Db AS db, Routine_name AS name, CAST(Routine_type AS CHAR) AS kind
FROM mysql.procs_priv
WHERE (Db, Routine_name, CAST(Routine_type AS CHAR)) > (?, ?, ?)
ORDER BY Db, Routine_name, CAST(Routine_type AS CHAR)
