-- Who may call each function or procedure, and who owns it.
SELECT function.oid AS object, held.*
FROM ({{landed-functions}}) AS function CROSS JOIN LATERAL (
  SELECT grantee, bool_or(is_owner) AS is_owner, string_agg(DISTINCT privilege, ',') AS privileges,
    string_agg(DISTINCT privilege, ',') FILTER (WHERE is_grantable) AS grantable
  FROM (
    SELECT function.owner AS grantee, true AS is_owner, NULL AS privilege, false AS is_grantable
    UNION ALL
    SELECT grantee, false, privilege_type, is_grantable
    FROM aclexplode(coalesce(function.acl, acldefault('f', function.owner)))
  ) AS entry GROUP BY grantee
) AS held
WHERE $1::oid IS NULL OR (function.oid, held.grantee) > ($1::oid, $2::oid)
ORDER BY function.oid, held.grantee
