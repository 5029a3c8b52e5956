-- The names and patterns of names of databases on which somebody has privileges.
SELECT DISTINCT Db AS pattern
FROM mysql.db
WHERE Db > ?
ORDER BY Db
