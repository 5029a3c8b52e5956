-- Every membership of a role in a role, over all grantors. Before PostgreSQL 16, the member's attribute INHERIT decides whether it
-- has the role's privileges without SET ROLE, and every member may become the role.
SELECT membership.roleid AS role, membership.member, bool_or(membership.admin_option) AS admin,
  bool_or(coalesce((to_jsonb(membership) ->> 'inherit_option')::boolean, member.rolinherit)) AS inherits,
  bool_or(coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true)) AS may_become
FROM pg_auth_members AS membership
JOIN pg_roles AS member ON member.oid = membership.member
WHERE $1::oid IS NULL OR (membership.roleid, membership.member) > ($1::oid, $2::oid)
GROUP BY membership.roleid, membership.member
ORDER BY membership.roleid, membership.member
