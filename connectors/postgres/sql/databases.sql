-- Every database of the server. allows_connections is false for databases like template0, which nobody can use.
SELECT oid, datname AS name, datdba AS owner, datistemplate AS is_template, datallowconn AS allows_connections,
  has_database_privilege(oid, 'CONNECT') AS may_connect
FROM pg_database
WHERE $1::oid IS NULL OR oid > $1::oid
ORDER BY oid
