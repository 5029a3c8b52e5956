-- The schemas of a database, without those for temporary tables and out-of-line values.
SELECT oid, nspname AS name, quote_ident(nspname) AS shown
FROM pg_namespace
WHERE nspname !~ '^pg_(toast|temp_)' AND ($1::oid IS NULL OR oid > $1::oid)
ORDER BY oid
