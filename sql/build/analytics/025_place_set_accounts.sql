-- repeat: until it adds nothing
-- Counts the accounts that reach the resources of the next batch, by the rule of 013_grants.sql.
INSERT INTO analytics.place_set_accounts
WITH next AS (
  SELECT place_set, batch FROM analytics.place_set_batches
  WHERE batch = (SELECT coalesce(max(batch), 0) + 1 FROM analytics.place_set_accounts)
), reached AS (
  SELECT listed.place_set, held.profile
  FROM next
  JOIN analytics.place_set_objects AS listed USING (place_set)
  JOIN analytics.resource_grants AS granted USING (object)
  JOIN analytics.profile_holders AS held USING (holder)
  SEMI JOIN analytics.profile_sizes AS size USING (profile)
  GROUP BY listed.place_set, held.profile
  HAVING analytics.effective(bit_or(granted.permissions) FILTER (NOT granted.is_denial),
    bit_or(granted.permissions) FILTER (granted.is_denial)) > 0
)
SELECT next.place_set, next.batch, coalesce(sum(size.accounts), 0), false
FROM next LEFT JOIN reached USING (place_set) LEFT JOIN analytics.profile_sizes AS size USING (profile)
GROUP BY next.place_set, next.batch
