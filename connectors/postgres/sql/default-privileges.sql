-- The privileges on objects that a role will create from now on, in one schema or (schema 0) in the whole database.
SELECT entry.oid, held.grantee, entry.defaclrole AS creator, entry.defaclnamespace AS schema_oid, entry.defaclobjtype AS kind,
  held.privileges, held.grantable
FROM pg_default_acl AS entry CROSS JOIN LATERAL (
  SELECT grantee, string_agg(DISTINCT privilege_type, ',') AS privileges,
    string_agg(DISTINCT privilege_type, ',') FILTER (WHERE is_grantable) AS grantable
  FROM aclexplode(entry.defaclacl) GROUP BY grantee
) AS held
WHERE $1::oid IS NULL OR (entry.oid, held.grantee) > ($1::oid, $2::oid)
ORDER BY entry.oid, held.grantee
