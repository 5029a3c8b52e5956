-- Prepares the count of the accounts that reach each resource, in the form that 022_resource_reach.sql explains. The tables of the
-- other count are not needed any more and take much memory.

DROP TABLE analytics.granted_places;
DROP TABLE analytics.resource_chunks;
DROP TABLE analytics.contested_places;

-- The accounts of the holders that have grants of resources, the smaller holders first, as far as the steps allow. Resources that the
-- others have grants of are estimated.
CREATE TABLE analytics.account_chunks AS
WITH positions AS (
  SELECT number AS profile, row_number() OVER (ORDER BY holders) - 1 AS position
  FROM (SELECT number, holders, unnest(accounts) FROM analytics.profiles)
), granted AS (
  SELECT holder FROM (
    SELECT granted.holder, sum(coalesce(counted.accounts, 1)) OVER (ORDER BY counted.accounts, granted.holder) AS total
    FROM (SELECT DISTINCT holder FROM analytics.resource_grants WHERE NOT is_denial) AS granted
    LEFT JOIN analytics.container_accounts AS counted ON counted.container = granted.holder
  ) WHERE total <= getvariable('most_steps')
)
SELECT held.holder, (position // 126)::INTEGER AS chunk, bit_or(1::HUGEINT << (position % 126)::INTEGER) AS bits
FROM analytics.profile_holders AS held
SEMI JOIN granted USING (holder)
JOIN positions USING (profile)
GROUP BY ALL;

-- Which resources to count exactly, and in which batch.
CREATE TABLE analytics.place_set_batches AS
WITH holders AS (
  SELECT held.holder, held.profiles, chunked.chunks, chunked.chunks IS NULL AND coalesce(counted.accounts, 0) > 0 AS is_left_out
  FROM (SELECT holder, count(*) AS profiles FROM analytics.profile_holders GROUP BY holder) AS held
  LEFT JOIN (SELECT holder, count(*) AS chunks FROM analytics.account_chunks GROUP BY holder) AS chunked USING (holder)
  LEFT JOIN analytics.container_accounts AS counted ON counted.container = held.holder
), objects AS (
  SELECT granted.object, sum(holders.chunks) AS chunks, sum(holders.profiles) AS profiles,
    bool_or(holders.is_left_out AND NOT granted.is_denial) AS is_left_out
  FROM analytics.resource_grants AS granted JOIN holders USING (holder) GROUP BY granted.object
), sets AS (
  SELECT listed.place_set, NOT place_set.is_contested AND bool_or(objects.is_left_out) AS is_left_out,
    CASE WHEN place_set.is_contested THEN sum(objects.profiles) ELSE coalesce(sum(objects.chunks), 0) END AS steps
  FROM analytics.place_set_objects AS listed
  JOIN analytics.place_sets AS place_set ON place_set.number = listed.place_set
  JOIN objects USING (object)
  GROUP BY listed.place_set, place_set.is_contested
), before AS (
  SELECT steps, sum(sum(steps)) OVER (ORDER BY steps) - sum(steps) AS steps_before FROM sets WHERE NOT is_left_out GROUP BY steps
), summed AS (
  SELECT place_set, steps_before + steps * row_number() OVER (PARTITION BY steps ORDER BY place_set) AS total
  FROM sets JOIN before USING (steps) WHERE NOT is_left_out AND steps_before <= getvariable('most_steps')
), batches AS (
  SELECT place_set, dense_rank() OVER (ORDER BY total // 4000000) AS batch FROM summed WHERE total <= getvariable('most_steps')
)
SELECT place_set, batch::INTEGER AS batch FROM sets LEFT JOIN batches USING (place_set);

CREATE TABLE analytics.place_set_accounts (place_set INTEGER, batch INTEGER, accounts BIGINT, is_approximate BOOLEAN);
