-- Privileges on whole databases; the names are patterns. The columns differ between versions, and none holds a secret.
SELECT * FROM mysql.db
WHERE (Host, Db, User) > (?, ?, ?)
ORDER BY Host, Db, User
