-- The account itself (without a container), and the containers that it is directly in.
WITH account AS MATERIALIZED (
  SELECT number
  FROM asked
  JOIN inventory.access_nodes USING (id_prefix, id)
  LIMIT 1
)
SELECT number AS account, NULL::INTEGER AS container FROM account
UNION ALL
SELECT account.number, membership.container
FROM account JOIN inventory.access_memberships AS membership ON membership.member = account.number
