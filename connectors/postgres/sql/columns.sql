-- The columns that have privileges of their own.
SELECT relation.oid AS relation, attribute.attnum AS number, attribute.attname AS name,
  quote_ident(relation.schema_name) || '.' || quote_ident(relation.name) || '.' || quote_ident(attribute.attname) AS shown
FROM ({{landed-relations}}) AS relation
JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid
WHERE attribute.attacl IS NOT NULL AND NOT attribute.attisdropped
  AND ($1::oid IS NULL OR (relation.oid, attribute.attnum) > ($1::oid, $2::smallint))
ORDER BY relation.oid, attribute.attnum
