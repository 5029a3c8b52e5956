-- repeat: until it adds nothing
-- Counts the resources that the profiles of the next batch reach, by the rule of 013_grants.sql.
INSERT INTO analytics.profile_resources
WITH next AS (
  SELECT profile, batch FROM analytics.profile_batches
  WHERE batch = (SELECT coalesce(max(batch), 0) + 1 FROM analytics.profile_resources)
), reached AS (
  SELECT held.profile, place.resource
  FROM next
  JOIN analytics.profile_holders AS held USING (profile)
  JOIN analytics.resource_grants AS granted USING (holder)
  JOIN analytics.granted_places AS place USING (object)
  GROUP BY held.profile, place.resource
  HAVING analytics.effective(bit_or(granted.permissions) FILTER (NOT granted.is_denial),
    bit_or(granted.permissions) FILTER (granted.is_denial)) > 0
)
SELECT next.profile, next.batch, count(reached.resource), false
FROM next LEFT JOIN reached USING (profile) GROUP BY next.profile, next.batch
