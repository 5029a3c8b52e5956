-- Who may do what on each relation as a whole, and who owns it. Nobody but superusers may change the system's own tables, whatever
-- has been granted (aclchk.c, pg_class_aclmask). Where row-level security is enabled, with its policies.
SELECT relation.oid AS object, held.*, relation.row_security, relation.force_row_security,
  CASE WHEN relation.row_security THEN (
    SELECT json_agg(json_build_object(
      'name', policy.polname, 'permissive', policy.polpermissive, 'command', policy.polcmd, 'roles', policy.polroles::bigint[],
      'using', pg_get_expr(policy.polqual, policy.polrelid), 'check', pg_get_expr(policy.polwithcheck, policy.polrelid))
      ORDER BY policy.polname)
    FROM pg_policy AS policy WHERE policy.polrelid = relation.oid) END AS policies
FROM ({{landed-relations}}) AS relation CROSS JOIN LATERAL (
  SELECT grantee, bool_or(is_owner) AS is_owner, string_agg(DISTINCT privilege, ',') AS privileges,
    string_agg(DISTINCT privilege, ',') FILTER (WHERE is_grantable) AS grantable
  FROM (
    SELECT relation.owner AS grantee, true AS is_owner, NULL AS privilege, false AS is_grantable
    UNION ALL
    SELECT grantee, false, privilege_type, is_grantable
    FROM aclexplode(coalesce(relation.acl,
      acldefault(CASE relation.kind WHEN 'S' THEN 's' ELSE 'r' END::"char", relation.owner)))
    WHERE NOT relation.is_system OR grantee = relation.owner
      OR privilege_type NOT IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'USAGE')
  ) AS entry GROUP BY grantee
) AS held
WHERE $1::oid IS NULL OR (relation.oid, held.grantee) > ($1::oid, $2::oid)
ORDER BY relation.oid, held.grantee
