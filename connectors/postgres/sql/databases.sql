-- Every database of the server. Nobody may connect to one that does not allow connections, like template0.
SELECT oid, datname AS name, datdba AS owner, datistemplate AS is_template, datallowconn AS allows_connections,
  has_database_privilege(oid, 'CONNECT') AS may_connect
FROM pg_database
WHERE $1::oid IS NULL OR oid > $1::oid
ORDER BY oid
