-- scope: island
-- only when: SELECT count(*) > 0 AS holds FROM analytics.place_set_batches WHERE batch IS NULL
-- Estimates how many accounts reach the remaining resources (012_estimates.sql). Denials are not considered.

INSERT INTO analytics.place_set_accounts
WITH remaining AS (
  SELECT place_set FROM analytics.place_set_batches WHERE batch IS NULL
), accounts AS (
  SELECT account, analytics.bit_of(account) AS bit, analytics.map_of(account) AS map FROM analytics.account_activity
), direct AS (
  SELECT membership.container AS holder, bitstring_agg(bit, 0, 1023) AS map0, bitstring_agg(bit, 0, 1023) FILTER (map >= 1) AS map1,
    bitstring_agg(bit, 0, 1023) FILTER (map >= 2) AS map2, bitstring_agg(bit, 0, 1023) FILTER (map >= 3) AS map3
  FROM analytics.memberships AS membership JOIN accounts ON accounts.account = membership.member
  GROUP BY membership.container
), containers AS (
  SELECT pair.outside AS holder, bit_or(direct.map0) AS map0, bit_or(direct.map1) AS map1, bit_or(direct.map2) AS map2, bit_or(direct.map3) AS map3
  FROM analytics.container_pairs AS pair JOIN direct ON direct.holder = pair.inside GROUP BY pair.outside
), objects AS (
  SELECT object, bit_or(map0) AS map0, bit_or(map1) AS map1, bit_or(map2) AS map2, bit_or(map3) AS map3 FROM (
    SELECT granted.object, containers.* EXCLUDE (holder)
    FROM analytics.resource_grants AS granted JOIN containers USING (holder) WHERE NOT granted.is_denial
    UNION ALL
    SELECT granted.object, bitstring_agg(bit, 0, 1023) AS map0, bitstring_agg(bit, 0, 1023) FILTER (map >= 1) AS map1,
      bitstring_agg(bit, 0, 1023) FILTER (map >= 2) AS map2, bitstring_agg(bit, 0, 1023) FILTER (map >= 3) AS map3
    FROM analytics.resource_grants AS granted JOIN accounts ON accounts.account = granted.holder
    WHERE NOT granted.is_denial GROUP BY granted.object
  ) GROUP BY object
), sets AS (
  SELECT remaining.place_set, bit_or(objects.map0) AS map0, bit_or(objects.map1) AS map1, bit_or(objects.map2) AS map2, bit_or(objects.map3) AS map3
  FROM remaining
  JOIN analytics.place_set_objects AS listed USING (place_set)
  JOIN objects USING (object)
  GROUP BY remaining.place_set
)
SELECT place_set, NULL, analytics.estimate(map0, map1, map2, map3), true FROM sets;
