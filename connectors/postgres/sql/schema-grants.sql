-- Who may do what in each schema, and who owns it.
SELECT schema.oid AS object, held.*
FROM pg_namespace AS schema CROSS JOIN LATERAL (
  SELECT grantee, bool_or(is_owner) AS is_owner, string_agg(DISTINCT privilege, ',') AS privileges,
    string_agg(DISTINCT privilege, ',') FILTER (WHERE is_grantable) AS grantable
  FROM (
    SELECT schema.nspowner AS grantee, true AS is_owner, NULL AS privilege, false AS is_grantable
    UNION ALL
    SELECT grantee, false, privilege_type, is_grantable
    FROM aclexplode(coalesce(schema.nspacl, acldefault('n', schema.nspowner)))
  ) AS entry GROUP BY grantee
) AS held
WHERE schema.nspname !~ '^pg_(toast|temp_)' AND ($1::oid IS NULL OR (schema.oid, held.grantee) > ($1::oid, $2::oid))
ORDER BY schema.oid, held.grantee
