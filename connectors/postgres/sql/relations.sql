-- The tables, views, sequences and the like of a database.
SELECT oid, name, kind, is_system, schema_oid, quote_ident(schema_name) || '.' || quote_ident(name) AS shown
FROM ({{landed-relations}}) AS relation
WHERE $1::oid IS NULL OR oid > $1::oid
ORDER BY oid
