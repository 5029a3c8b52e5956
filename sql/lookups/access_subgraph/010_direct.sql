-- The part of the graph of access through which one account or container can reach one object: memberships of it and of the containers
-- that lead to a holder, grants and denials of the holders, and containments of resources. At most $size rows; one more row means
-- that there are more.
--   $account, $object: numbers of their nodes
--
-- The account, and the containers that it is directly in.
SELECT $account::INTEGER AS container
UNION
SELECT membership.container
FROM (SELECT $account::INTEGER AS member) AS account JOIN inventory.access_memberships AS membership USING (member)
