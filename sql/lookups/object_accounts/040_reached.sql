-- The accounts, and holders that may be something else.
WITH reached AS MATERIALIZED (
  SELECT holder AS account, permissions, is_denial, hops FROM holders WHERE permissions < 256
  UNION ALL
  SELECT membership.member, containers.permissions, containers.is_denial, containers.hops + 1
  FROM containers JOIN inventory.access_memberships_by_container AS membership USING (container)
  WHERE membership.is_account
), denied AS (
  SELECT account, bit_or(permissions) AS permissions FROM reached WHERE is_denial GROUP BY account
)
SELECT account, bit_or(permissions) AS permissions, min(hops) AS hops
FROM (
  SELECT reached.account, reached.permissions & ~coalesce(denied.permissions, 0::USMALLINT) AS permissions, reached.hops
  FROM reached LEFT JOIN denied USING (account) WHERE NOT reached.is_denial
)
WHERE permissions & 447::USMALLINT > 0 AND account > (SELECT after FROM asked)
GROUP BY account
