-- The containers that some containers are in, over any number of steps, and the memberships of all of these. More than 200,000 rows mean
-- that there are more.
--   $numbers: numbers of containers, with commas between them
WITH nested AS MATERIALIZED (
  SELECT nesting.inside, nesting.outside
  FROM (SELECT unnest(string_split($numbers::VARCHAR, ','))::INTEGER AS inside) AS asked
  JOIN inventory.access_nesting AS nesting USING (inside)
)
FROM (
  SELECT 'Nesting' AS kind, inside AS source, outside AS target, NULL::UUID AS id FROM nested
  UNION ALL
  SELECT 'Membership', membership.member, membership.container, membership.relation_id
  FROM (SELECT DISTINCT outside AS member FROM nested) AS outsides
  JOIN inventory.access_memberships AS membership USING (member)
) LIMIT 200001
