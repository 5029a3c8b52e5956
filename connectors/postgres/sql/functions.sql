-- The functions and procedures of a database. Those of one name differ by their arguments.
SELECT oid, name || '(' || arguments || ')' AS name, is_procedure, schema_oid,
  quote_ident(schema_name) || '.' || quote_ident(name) || '(' || arguments || ')' AS shown
FROM ({{landed-functions}}) AS function
WHERE $1::oid IS NULL OR oid > $1::oid
ORDER BY oid
