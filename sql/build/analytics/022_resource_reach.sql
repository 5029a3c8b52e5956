-- Prepares the two counts over accounts and resources: the resources that each profile reaches, and the accounts that reach each
-- resource. A table of all pairs would be too large. Both counts are exact for what needs the fewest steps to count, up to a hundred
-- million steps for each count, in batches that fit in memory; the others are estimated (024 and 026) and flagged.

-- Where a grant or denial of a resource holds: the resource itself and all that it contains, as far as it was read.
CREATE TABLE analytics.resource_grants AS
SELECT DISTINCT holder, object, permissions, is_denial FROM analytics.grants WHERE object_type = 'ResourceInstance';

CREATE TABLE analytics.granted_places AS
WITH granted AS (
  SELECT DISTINCT object FROM analytics.resource_grants
), places AS (
  SELECT object, object AS resource FROM granted
  UNION ALL
  SELECT pair.ancestor, pair.resource FROM analytics.resource_pairs AS pair SEMI JOIN granted ON granted.object = pair.ancestor
)
SELECT object, resource FROM places WHERE resource IN (SELECT number FROM analytics.nodes WHERE is_read);

-- Which profiles to count exactly, and in which batch.
CREATE TABLE analytics.profile_batches AS
WITH places AS (
  SELECT object, count(*) AS places FROM analytics.granted_places GROUP BY object
), holders AS (
  SELECT granted.holder, sum(places.places) AS steps
  FROM analytics.resource_grants AS granted JOIN places USING (object) GROUP BY granted.holder
), profiles AS (
  SELECT held.profile, sum(holders.steps) AS steps
  FROM analytics.profile_holders AS held JOIN holders USING (holder) GROUP BY held.profile
), summed AS (
  SELECT profile, sum(steps) OVER (ORDER BY steps, profile) AS total FROM profiles
)
SELECT profile, CASE WHEN total <= 100000000 THEN dense_rank() OVER (ORDER BY total // getvariable('most_pairs')) END::INTEGER AS batch
FROM summed;

CREATE TABLE analytics.profile_resources (profile INTEGER, batch INTEGER, resources BIGINT, is_approximate BOOLEAN);

-- Resources in the same granted resources have the same accounts, so the accounts are counted once for each set of these.
CREATE TABLE analytics.place_sets AS
SELECT row_number() OVER ()::INTEGER AS number, objects, list(resource) AS resources
FROM (SELECT resource, list_sort(list(object)) AS objects FROM analytics.granted_places GROUP BY resource)
GROUP BY objects;

CREATE TABLE analytics.place_set_objects AS
SELECT number AS place_set, unnest(objects) AS object FROM analytics.place_sets;

CREATE TABLE analytics.place_set_batches AS
WITH holders AS (
  SELECT held.holder, count(*) AS profiles
  FROM analytics.profile_holders AS held SEMI JOIN analytics.profile_sizes AS size USING (profile) GROUP BY held.holder
), objects AS (
  SELECT granted.object, sum(holders.profiles) AS steps
  FROM analytics.resource_grants AS granted JOIN holders USING (holder) GROUP BY granted.object
), sets AS (
  SELECT listed.place_set, sum(objects.steps) AS steps
  FROM analytics.place_set_objects AS listed JOIN objects USING (object) GROUP BY listed.place_set
), summed AS (
  SELECT place_set, sum(steps) OVER (ORDER BY steps, place_set) AS total FROM sets
)
SELECT place_set,
  CASE WHEN total <= 100000000 THEN dense_rank() OVER (ORDER BY total // getvariable('most_pairs')) END::INTEGER AS batch
FROM summed;

CREATE TABLE analytics.place_set_accounts (place_set INTEGER, batch INTEGER, accounts BIGINT, is_approximate BOOLEAN);
