-- Counts the accounts that reach the resources of the next batch.
INSERT INTO analytics.place_set_accounts
WITH next AS (
  SELECT listed.place_set, listed.batch, place_set.is_contested
  FROM analytics.place_set_batches AS listed JOIN analytics.place_sets AS place_set ON place_set.number = listed.place_set
  WHERE batch = (SELECT coalesce(max(batch), 0) + 1 FROM analytics.place_set_accounts)
), granted AS (
  SELECT next.place_set, next.is_contested, granted.holder, granted.permissions, granted.is_denial
  FROM next
  JOIN analytics.place_set_objects AS listed USING (place_set)
  JOIN analytics.resource_grants AS granted USING (object)
), uncontested AS (
  SELECT place_set, sum(bit_count(bits)) AS accounts FROM (
    SELECT granted.place_set, chunked.chunk, bit_or(chunked.bits) AS bits
    FROM granted JOIN analytics.account_chunks AS chunked USING (holder)
    WHERE NOT granted.is_contested GROUP BY ALL
  ) GROUP BY place_set
), contested AS (
  SELECT reached.place_set, sum(size.accounts) AS accounts FROM (
    SELECT granted.place_set, held.profile
    FROM granted JOIN analytics.profile_holders AS held USING (holder)
    WHERE granted.is_contested
    GROUP BY ALL
    HAVING analytics.effective(bit_or(granted.permissions) FILTER (NOT granted.is_denial),
      bit_or(granted.permissions) FILTER (granted.is_denial)) > 0
  ) AS reached JOIN analytics.profile_sizes AS size USING (profile) GROUP BY reached.place_set
)
SELECT next.place_set, next.batch, coalesce(uncontested.accounts, contested.accounts, 0), false
FROM next LEFT JOIN uncontested USING (place_set) LEFT JOIN contested USING (place_set)
