-- Counts the resources that the profiles of the next batch reach.
INSERT INTO analytics.profile_resources
WITH next AS (
  SELECT profile, batch FROM analytics.profile_batches
  WHERE batch = (SELECT coalesce(max(batch), 0) + 1 FROM analytics.profile_resources)
), granted AS (
  SELECT next.profile, granted.object, granted.permissions, granted.is_denial
  FROM next
  JOIN analytics.profile_holders AS held USING (profile)
  JOIN analytics.resource_grants AS granted USING (holder)
), uncontested AS (
  SELECT profile, sum(bit_count(bits)) AS resources FROM (
    SELECT granted.profile, chunked.chunk, bit_or(chunked.bits) AS bits
    FROM granted JOIN analytics.resource_chunks AS chunked USING (object)
    WHERE NOT granted.is_denial GROUP BY ALL
  ) GROUP BY profile
), contested AS (
  SELECT profile, count(*) AS resources FROM (
    SELECT granted.profile, place.resource
    FROM granted JOIN analytics.contested_places AS place USING (object)
    GROUP BY ALL
    HAVING analytics.effective(bit_or(granted.permissions) FILTER (NOT granted.is_denial),
      bit_or(granted.permissions) FILTER (granted.is_denial)) > 0
  ) GROUP BY profile
)
SELECT next.profile, next.batch, coalesce(uncontested.resources, 0) + coalesce(contested.resources, 0), false
FROM next LEFT JOIN uncontested USING (profile) LEFT JOIN contested USING (profile)
