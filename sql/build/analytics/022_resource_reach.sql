-- scope: island
-- Prepares the two counts over accounts and resources: the resources that each profile reaches, and the accounts that reach each
-- resource. A table of all pairs would be too large. Both counts join sets as bits: a chunk is up to 126 resources (or accounts) that
-- lie next to each other in an order that keeps the content of a folder (or the accounts of a group) together. Resources with a
-- denial are contested: their permissions are compared one by one, by the rule of 013_grants.sql.
-- The counts are exact for the profiles and resources that need the fewest steps, as long as all steps together are not more than the
-- variable most_steps; the others are estimated (024 and 026) and flagged. A step is a chunk or a contested pair.

CREATE TABLE analytics.resource_grants AS
SELECT DISTINCT holder, object, permissions, is_denial FROM analytics.grants WHERE object_type = 'ResourceInstance';

-- Where a grant or denial of a resource holds: the resource itself and all that it contains, as far as it was read.
CREATE TABLE analytics.granted_places AS
WITH granted AS (
  SELECT object, bool_or(is_denial) AS is_denied FROM analytics.resource_grants GROUP BY object
), places AS (
  SELECT object, object AS resource, 0 AS depth, is_denied FROM granted
  UNION ALL
  SELECT pair.ancestor, pair.resource, pair.depth, granted.is_denied
  FROM analytics.resource_pairs AS pair JOIN granted ON granted.object = pair.ancestor
)
SELECT object, resource, depth, is_denied FROM places
WHERE resource IN (SELECT number FROM analytics.nodes WHERE is_read);

-- Resources in the same granted resources have the same accounts. The outermost granted resource comes first in the list, so that the
-- order of the lists is the order of a walk through the folders.
CREATE TABLE analytics.place_sets AS
WITH sets AS (
  SELECT resource, list(object ORDER BY depth DESC, object) AS objects, bool_or(is_denied) AS is_contested
  FROM analytics.granted_places GROUP BY resource
)
SELECT row_number() OVER (ORDER BY objects)::INTEGER AS number, objects, any_value(is_contested) AS is_contested,
  list(resource) AS resources
FROM sets GROUP BY objects;

CREATE TABLE analytics.place_set_objects AS
SELECT number AS place_set, unnest(objects) AS object FROM analytics.place_sets;

CREATE TABLE analytics.resource_chunks AS
WITH positions AS (
  SELECT place_set, row_number() OVER (ORDER BY place_set) - 1 AS position
  FROM (SELECT number AS place_set, unnest(resources) FROM analytics.place_sets WHERE NOT is_contested)
)
SELECT listed.object, (position // 126)::INTEGER AS chunk, bit_or(1::HUGEINT << (position % 126)::INTEGER) AS bits
FROM positions JOIN analytics.place_set_objects AS listed USING (place_set)
GROUP BY ALL;

CREATE TABLE analytics.contested_places AS
SELECT listed.object, unnest(place_set.resources) AS resource
FROM analytics.place_sets AS place_set JOIN analytics.place_set_objects AS listed ON listed.place_set = place_set.number
WHERE place_set.is_contested;

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

-- Which profiles to count exactly, and in which batch.
CREATE TABLE analytics.profile_batches AS
WITH places AS (
  SELECT object, count(*) AS steps
  FROM (SELECT object FROM analytics.resource_chunks UNION ALL SELECT object FROM analytics.contested_places) GROUP BY object
), holders AS (
  SELECT granted.holder, sum(places.steps) AS steps
  FROM analytics.resource_grants AS granted JOIN places USING (object) GROUP BY granted.holder
), profiles AS (
  SELECT held.profile, sum(holders.steps) AS steps
  FROM analytics.profile_holders AS held JOIN holders USING (holder) GROUP BY held.profile
), summed AS (
  SELECT profile, sum(steps) OVER (ORDER BY steps, profile) AS total FROM profiles
)
SELECT profile, CASE WHEN total <= getvariable('most_steps') THEN dense_rank() OVER (ORDER BY total // 4000000) END::INTEGER AS batch
FROM summed;

CREATE TABLE analytics.profile_resources (profile INTEGER, batch INTEGER, resources BIGINT, is_approximate BOOLEAN);

CREATE TABLE analytics.place_set_batches AS
WITH holders AS (
  SELECT held.holder, held.profiles, chunked.chunks, chunked.chunks IS NULL AND counted.accounts > 0 AS is_left_out
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
), summed AS (
  SELECT place_set, CASE WHEN NOT is_left_out THEN sum(steps) OVER (ORDER BY is_left_out, steps, place_set) END AS total FROM sets
)
SELECT place_set, CASE WHEN total <= getvariable('most_steps') THEN dense_rank() OVER (ORDER BY total // 4000000) END::INTEGER AS batch
FROM summed;

CREATE TABLE analytics.place_set_accounts (place_set INTEGER, batch INTEGER, accounts BIGINT, is_approximate BOOLEAN);
