-- The part of the graph of access through which one account or container can reach one object: memberships of it and of the containers
-- that lead to a holder, grants and denials of the holders, and containments of resources. At most $size rows; one more row means
-- that there are more.
--   $account, $object: numbers of their nodes
--
-- What was asked for. Only this step has parameters (src/lookups/prepared-lookup.ts).
SELECT $account::INTEGER AS account, $object::INTEGER AS object, $size::INTEGER AS size
