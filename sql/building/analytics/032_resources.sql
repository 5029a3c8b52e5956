-- The counts of resource instances and classes. The accounts of a resource are absent where its instance lands no assignments, or
-- when nesting was left out.

CREATE TABLE analytics."ResourceInstance" AS
SELECT node.id AS "globalId", coalesce(counted.accounts, 0) AS "analyticsAccountsWithAccessCount",
  coalesce(counted.is_approximate, false) AS "analyticsAccountsWithAccessCountIsApproximate"
FROM analytics.nodes AS node
JOIN analytics.landed AS landed ON landed.instance = node.instance AND landed.assignments
LEFT JOIN (SELECT number AS place_set, unnest(resources) AS resource FROM analytics.place_sets) AS listed ON listed.resource = node.number
LEFT JOIN analytics.place_set_accounts AS counted USING (place_set)
WHERE node.type = 'ResourceInstance' AND node.is_read AND node.instance NOT IN (SELECT instance FROM analytics.cut_instances);

CREATE TABLE analytics."ResourceClass" AS
SELECT "globalResourceClass" AS "globalId", count(*) AS "analyticsResourceInstanceCount"
FROM model."ResourceInstance" WHERE "globalResourceClass" IS NOT NULL GROUP BY ALL;
