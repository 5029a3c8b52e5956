-- Prepares the two counts over accounts and resources: the resources that each profile reaches, and the accounts that reach each
-- resource. A table of all pairs would be too large. Both counts join sets as bits: a chunk is up to 126 resources (or accounts) that
-- lie next to each other in an order that keeps the content of a folder (or the accounts of a group) together. Resources with a
-- denial are contested: their permissions are compared one by one, by the rule of 013_grants.sql.
-- The counts are exact for the profiles and resources that need the fewest steps, as long as all steps together are not more than the
-- variable most_steps; the others are estimated (024 and 027) and flagged. A step is a chunk or a contested pair. The steps are added
-- up for each number of steps first, so that only the profiles and resources near the limit have to be put in order.

-- What is granted of the resource alone (512) has the negative number of the resource, so that it is a place without content.
CREATE TABLE analytics.resource_grants AS
SELECT DISTINCT holder, CASE WHEN permissions & 512::USMALLINT > 0 THEN -object ELSE object END AS object,
  permissions & 511::USMALLINT AS permissions, is_denial
FROM analytics.grants WHERE object_type = 'ResourceInstance';

-- Where a grant or denial of a resource holds: the resource itself and all that it contains, as far as it was read.
CREATE TABLE analytics.granted_places AS
WITH granted AS (
  SELECT object, bool_or(is_denial) AS is_denied FROM analytics.resource_grants GROUP BY object
), places AS (
  SELECT object, abs(object) AS resource, 0 AS depth, is_denied FROM granted
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
), before AS (
  SELECT steps, sum(sum(steps)) OVER (ORDER BY steps) - sum(steps) AS steps_before FROM profiles GROUP BY steps
), summed AS (
  SELECT profile, steps_before + steps * row_number() OVER (PARTITION BY steps ORDER BY profile) AS total
  FROM profiles JOIN before USING (steps) WHERE steps_before <= getvariable('most_steps')
), batches AS (
  SELECT profile, dense_rank() OVER (ORDER BY total // 4000000) AS batch FROM summed WHERE total <= getvariable('most_steps')
)
SELECT profile, batch::INTEGER AS batch FROM profiles LEFT JOIN batches USING (profile);

CREATE TABLE analytics.profile_resources (profile INTEGER, batch INTEGER, resources BIGINT, is_approximate BOOLEAN);
