-- Every role, with its attributes. Readable by everybody; pg_roles shows no passwords.
-- has_members: another role inherits its privileges or may become it. In PostgreSQL 16 and later a membership can be without both.
-- becomes: superusers that the role may become with SET ROLE.
SELECT role.oid, role.rolname AS name, role.rolcanlogin AS can_login, role.rolsuper AS superuser,
  role.rolcreaterole AS create_role, role.rolcreatedb AS create_database, role.rolreplication AS replication,
  role.rolbypassrls AS bypass_row_security, role.rolinherit AS inherit, role.rolconnlimit AS connection_limit,
  extract(epoch FROM role.rolvaliduntil)::float8 AS valid_until,
  shobj_description(role.oid, 'pg_authid') AS comment,
  coalesce(members.any_member, false) AS is_granted, coalesce(members.any_user, false) AS has_members,
  (SELECT json_agg(super.rolname ORDER BY super.rolname) FROM pg_roles AS super
    WHERE super.rolsuper AND NOT role.rolsuper AND pg_has_role(role.oid, super.oid,
      CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)) AS becomes
FROM pg_roles AS role
LEFT JOIN (
  SELECT roleid, true AS any_member, bool_or(
    coalesce((to_jsonb(membership) ->> 'inherit_option')::boolean, true)
    OR coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true)) AS any_user
  FROM pg_auth_members AS membership GROUP BY roleid
) AS members ON members.roleid = role.oid
WHERE $1::oid IS NULL OR role.oid > $1::oid
ORDER BY role.oid
