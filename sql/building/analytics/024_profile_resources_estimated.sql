-- Estimates how many resources the remaining profiles reach (012_estimates.sql). Denials are not considered. The
-- maps of containers are joined once for each container, those of an account's own assignments where its profile is joined.

INSERT INTO analytics.profile_resources
WITH objects AS (
  SELECT object, bitstring_agg(analytics.bit_of(resource), 0, 2047) AS map FROM analytics.granted_places GROUP BY object
), granted AS (
  SELECT granted.holder, bit_or(objects.map) AS map
  FROM analytics.resource_grants AS granted
  JOIN objects USING (object)
  SEMI JOIN analytics.containers AS container ON container.number = granted.holder
  WHERE NOT granted.is_denial GROUP BY granted.holder
), containers AS (
  SELECT pair.inside AS holder, bit_or(granted.map) AS map
  FROM analytics.container_pairs AS pair JOIN granted ON granted.holder = pair.outside GROUP BY pair.inside
), entries AS (
  SELECT entry.profile, entry.holder, entry.is_container
  FROM analytics.profile_batches AS listed JOIN analytics.profile_entries AS entry USING (profile)
  WHERE listed.batch IS NULL
), profiles AS (
  SELECT profile, bit_or(map) AS map
  FROM (
    SELECT entries.profile, containers.map FROM entries JOIN containers USING (holder)
    UNION ALL
    SELECT entries.profile, objects.map
    FROM entries
    JOIN analytics.resource_grants AS granted USING (holder)
    JOIN objects USING (object)
    WHERE NOT entries.is_container AND NOT granted.is_denial
  ) GROUP BY profile
)
SELECT profile, NULL, analytics.estimate(map), true FROM profiles;
