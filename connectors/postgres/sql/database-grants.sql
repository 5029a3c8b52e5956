-- Who may do what on each database, and who owns it. Without a list of its own, a database has the server's default privileges.
SELECT database.oid AS object, held.*
FROM pg_database AS database CROSS JOIN LATERAL (
  SELECT grantee, bool_or(is_owner) AS is_owner, string_agg(DISTINCT privilege, ',') AS privileges,
    string_agg(DISTINCT privilege, ',') FILTER (WHERE is_grantable) AS grantable
  FROM (
    SELECT database.datdba AS grantee, true AS is_owner, NULL AS privilege, false AS is_grantable
    UNION ALL
    SELECT grantee, false, privilege_type, is_grantable
    FROM aclexplode(coalesce(database.datacl, acldefault('d', database.datdba)))
  ) AS entry GROUP BY grantee
) AS held
WHERE $1::oid IS NULL OR (database.oid, held.grantee) > ($1::oid, $2::oid)
ORDER BY database.oid, held.grantee
