-- only when: SELECT count(*) > 0 AS holds FROM analytics.place_set_batches WHERE batch IS NULL
-- Estimates how many accounts reach the remaining resources (012_estimates.sql). Denials are not considered.

INSERT INTO analytics.place_set_accounts
WITH remaining AS (
  SELECT place_set FROM analytics.place_set_batches WHERE batch IS NULL
), needed AS (
  SELECT DISTINCT granted.holder
  FROM remaining
  JOIN analytics.place_set_objects AS listed USING (place_set)
  JOIN analytics.resource_grants AS granted USING (object)
  WHERE NOT granted.is_denial
), holders AS (
  SELECT holder, bitstring_agg(bit, 0, 4095) AS bits
  FROM (
    SELECT held.holder, unnest(analytics.bits_of(listed.account)) AS bit
    FROM analytics.profile_holders AS held
    SEMI JOIN needed USING (holder)
    JOIN analytics.account_profiles AS listed USING (profile)
  ) GROUP BY holder
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
