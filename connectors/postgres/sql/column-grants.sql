-- Who may do what with single columns.
SELECT relation.oid AS relation, attribute.attnum AS number, held.*
FROM ({{landed-relations}}) AS relation
JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid AND attribute.attacl IS NOT NULL AND NOT attribute.attisdropped
CROSS JOIN LATERAL (
  SELECT grantee, false AS is_owner, string_agg(DISTINCT privilege_type, ',') AS privileges,
    string_agg(DISTINCT privilege_type, ',') FILTER (WHERE is_grantable) AS grantable
  FROM aclexplode(attribute.attacl) GROUP BY grantee
) AS held
WHERE $1::oid IS NULL OR (relation.oid, attribute.attnum, held.grantee) > ($1::oid, $2::smallint, $3::oid)
ORDER BY relation.oid, attribute.attnum, held.grantee
