-- What one account reaches: the containers that it is in, the objects that it or a container has grants of, and the resources in
-- these, without what denials take away. The rule is in sql/building/analytics/013_grants.sql. Permissions are bits; 256 is membership.
--
-- The account itself (without a container), and the containers that it is directly in.
WITH account AS MATERIALIZED (
  SELECT number
  FROM (SELECT $account_id::UUID AS id, ('0x' || left($account_id::UUID::VARCHAR, 8))::UINTEGER AS id_prefix) AS asked
  JOIN inventory.access_nodes USING (id_prefix, id)
  LIMIT 1
)
SELECT number AS account, NULL::INTEGER AS container FROM account
UNION ALL
SELECT account.number, membership.container
FROM account JOIN inventory.access_memberships AS membership ON membership.member = account.number
