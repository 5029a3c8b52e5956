-- Privileges on procedures, functions and packages.
SELECT Host AS host, Db AS db, User AS user, Routine_name AS name, CAST(Routine_type AS CHAR) AS kind, Proc_priv AS privileges
FROM mysql.procs_priv
WHERE (Host, Db, User, Routine_name, CAST(Routine_type AS CHAR)) > (?, ?, ?, ?, ?)
ORDER BY Host, Db, User, Routine_name, CAST(Routine_type AS CHAR)
