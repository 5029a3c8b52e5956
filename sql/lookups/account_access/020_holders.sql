-- The account and all containers that it is in. Without a relationship, nesting has to be followed anew.
WITH RECURSIVE remaining AS (
  SELECT account AS holder, 0 AS hops FROM direct WHERE container IS NULL AND (SELECT only_through FROM asked) IS NOT NULL
  UNION
  SELECT membership.container, 1
  FROM remaining JOIN inventory.access_memberships AS membership ON membership.member = remaining.holder
  WHERE membership.relation_id IS DISTINCT FROM (SELECT only_through FROM asked)
)
SELECT account AS holder, 0 AS hops, false AS is_without FROM direct WHERE container IS NULL
UNION ALL
SELECT nesting.outside, min(nesting.depth) + 1, false
FROM direct JOIN inventory.access_nesting AS nesting ON nesting.inside = direct.container
GROUP BY nesting.outside
UNION ALL
SELECT holder, hops, true FROM remaining
