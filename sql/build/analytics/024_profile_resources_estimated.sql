-- only when: SELECT count(*) > 0 AS holds FROM analytics.profile_batches WHERE batch IS NULL
-- Estimates how many resources the remaining profiles reach (012_estimates.sql). Denials are not considered.

INSERT INTO analytics.profile_resources
WITH objects AS (
  SELECT object, bitstring_agg(bit, 0, 4095) AS bits
  FROM (SELECT object, unnest(analytics.bits_of(resource)) AS bit FROM analytics.granted_places) GROUP BY object
), granted AS (
  SELECT granted.holder, bit_or(objects.bits) AS bits
  FROM analytics.resource_grants AS granted JOIN objects USING (object) WHERE NOT granted.is_denial GROUP BY granted.holder
), holders AS (
  SELECT pair.inside AS holder, bit_or(granted.bits) AS bits
  FROM analytics.container_pairs AS pair JOIN granted ON granted.holder = pair.outside GROUP BY pair.inside
  UNION ALL
  SELECT * FROM granted ANTI JOIN analytics.containers AS container ON container.number = granted.holder
), profiles AS (
  SELECT entry.profile, bit_or(holders.bits) AS bits
  FROM analytics.profile_batches AS listed
  JOIN analytics.profile_entries AS entry USING (profile)
  JOIN holders USING (holder)
  WHERE listed.batch IS NULL GROUP BY entry.profile
), counted AS (
  SELECT profile, map, factor, 1024 - bit_count(bits & mask) AS zeros FROM profiles, analytics.bit_maps
)
SELECT profile, NULL, round(arg_min(-1024 * ln(greatest(zeros, 1) / 1024) * factor, map)), true
FROM counted WHERE zeros >= 84 OR map = 3 GROUP BY profile;
