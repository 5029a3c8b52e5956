-- scope: island
-- only when: SELECT count(*) > 0 AS holds FROM analytics.profile_batches WHERE batch IS NULL
-- Estimates how many resources the remaining profiles reach (012_estimates.sql). Denials are not considered. The
-- maps of containers are joined once for each container, those of an account's own assignments where its profile is joined.

INSERT INTO analytics.profile_resources
WITH placed AS (
  SELECT object, analytics.bit_of(resource) AS bit, analytics.map_of(resource) AS map FROM analytics.granted_places
), objects AS (
  SELECT object, bitstring_agg(bit, 0, 1023) AS map0, bitstring_agg(bit, 0, 1023) FILTER (map >= 1) AS map1,
    bitstring_agg(bit, 0, 1023) FILTER (map >= 2) AS map2, bitstring_agg(bit, 0, 1023) FILTER (map >= 3) AS map3
  FROM placed GROUP BY object
), granted AS (
  SELECT granted.holder, bit_or(objects.map0) AS map0, bit_or(objects.map1) AS map1, bit_or(objects.map2) AS map2, bit_or(objects.map3) AS map3
  FROM analytics.resource_grants AS granted
  JOIN objects USING (object)
  SEMI JOIN analytics.containers AS container ON container.number = granted.holder
  WHERE NOT granted.is_denial GROUP BY granted.holder
), containers AS (
  SELECT pair.inside AS holder, bit_or(granted.map0) AS map0, bit_or(granted.map1) AS map1, bit_or(granted.map2) AS map2, bit_or(granted.map3) AS map3
  FROM analytics.container_pairs AS pair JOIN granted ON granted.holder = pair.outside GROUP BY pair.inside
), entries AS (
  SELECT entry.profile, entry.holder, entry.is_container
  FROM analytics.profile_batches AS listed JOIN analytics.profile_entries AS entry USING (profile)
  WHERE listed.batch IS NULL
), profiles AS (
  SELECT profile, bit_or(map0) AS map0, bit_or(map1) AS map1, bit_or(map2) AS map2, bit_or(map3) AS map3
  FROM (
    SELECT entries.profile, containers.* EXCLUDE (holder) FROM entries JOIN containers USING (holder)
    UNION ALL
    SELECT entries.profile, objects.* EXCLUDE (object)
    FROM entries
    JOIN analytics.resource_grants AS granted USING (holder)
    JOIN objects USING (object)
    WHERE NOT entries.is_container AND NOT granted.is_denial
  ) GROUP BY profile
)
SELECT profile, NULL, analytics.estimate(map0, map1, map2, map3), true FROM profiles;
