-- only when: SELECT count(*) > 0 AS holds FROM analytics.place_set_batches WHERE batch IS NULL
-- Estimates how many accounts reach the remaining resources (012_estimates.sql). Denials are not considered.

INSERT INTO analytics.place_set_accounts
WITH remaining AS (
  SELECT place_set FROM analytics.place_set_batches WHERE batch IS NULL
), members AS (
  SELECT account, analytics.bits_of(account) AS bits FROM analytics.account_activity
), direct AS (
  SELECT container AS holder, bitstring_agg(bit, 0, 4095) AS bits
  FROM (
    SELECT membership.container, unnest(members.bits) AS bit
    FROM analytics.memberships AS membership JOIN members ON members.account = membership.member
  ) GROUP BY container
), holders AS (
  SELECT pair.outside AS holder, bit_or(direct.bits) AS bits
  FROM analytics.container_pairs AS pair JOIN direct ON direct.holder = pair.inside GROUP BY pair.outside
  UNION ALL
  SELECT account, bitstring_agg(bit, 0, 4095)
  FROM (
    SELECT account, unnest(bits) AS bit FROM members
    SEMI JOIN analytics.resource_grants AS granted ON granted.holder = members.account
  ) GROUP BY account
), objects AS (
  SELECT granted.object, bit_or(holders.bits) AS bits
  FROM analytics.resource_grants AS granted JOIN holders USING (holder) WHERE NOT granted.is_denial GROUP BY granted.object
), sets AS (
  SELECT remaining.place_set, bit_or(objects.bits) AS bits
  FROM remaining
  JOIN analytics.place_set_objects AS listed USING (place_set)
  JOIN objects USING (object)
  GROUP BY remaining.place_set
), counted AS (
  SELECT place_set, map, factor, 1024 - bit_count(bits & mask) AS zeros FROM sets, analytics.bit_maps
)
SELECT place_set, NULL, round(arg_min(-1024 * ln(greatest(zeros, 1) / 1024) * factor, map)), true
FROM counted WHERE zeros >= 84 OR map = 3 GROUP BY place_set;
