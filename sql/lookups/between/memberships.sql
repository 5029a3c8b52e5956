-- The memberships that some subjects have directly.
--   $numbers: numbers of nodes, with commas between them
SELECT membership.member AS source, membership.container AS target, membership.relation_id AS id
FROM (SELECT unnest(string_split($numbers::VARCHAR, ','))::INTEGER AS member) AS asked
JOIN inventory.access_memberships AS membership USING (member)
