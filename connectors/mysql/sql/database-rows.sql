-- For which hosts and users there are privileges on databases.
SELECT Host AS host, Db AS db, User AS user
FROM mysql.db
