-- How many accounts, owned identities and applications each person has, by which evidence the accounts were joined, and when the
-- person was last active.

-- The same for each application instance by itself. The rows of instances that are not computed come from the version in service
-- (`neighbours`), so only persons that a change can reach have to be counted again.
CREATE TABLE analytics.person_accounts AS
WITH joined AS (
  SELECT joined.person, joined.evidence, activity.*, account."enabled", account."isAdmin"
  FROM enrich.account_person AS joined
  JOIN model."Account" AS account ON account."globalId" = joined.account
  JOIN analytics.account_activity AS activity ON activity.id = joined.account
), owned AS (
  SELECT activity.instance, pairs.person, count(*) AS owned
  FROM (
    SELECT DISTINCT owned.account, joined.person
    FROM (SELECT account, unnest(owners) AS owner FROM enrich.account_owners) AS owned
    JOIN enrich.account_person AS joined ON joined.account = owned.owner
  ) AS pairs JOIN analytics.account_activity AS activity ON activity.id = pairs.account
  GROUP BY ALL
), applications AS (
  SELECT chunks.instance, reached.person, sum(bit_count(reached.bits))::BIGINT AS applications FROM (
    SELECT joined.person, reached.chunk, bit_or(reached.bits) AS bits
    FROM joined
    JOIN analytics.account_profiles AS listed ON listed.account = joined.account
    JOIN analytics.profile_applications AS reached USING (profile)
    GROUP BY ALL
  ) AS reached
  JOIN (SELECT DISTINCT chunk, instance FROM analytics.applications) AS chunks USING (chunk)
  GROUP BY ALL
), counted AS (
  SELECT instance, person, list(DISTINCT evidence) AS evidence, count(*) AS accounts, count(*) FILTER ("enabled") AS enabled,
    count(*) FILTER ("isAdmin") AS administrators, max(last_at) AS last_at, max(data_date) AS data_date
  FROM joined GROUP BY ALL
)
SELECT counted.instance AS application_instance_id, person AS person_id, list_sort(evidence) AS evidence, accounts, enabled,
  administrators, last_at, data_date, landed.applications AS has_applications, NULL::BIGINT AS applications, NULL::BIGINT AS owned
FROM counted LEFT JOIN analytics.landed AS landed USING (instance)
UNION ALL BY NAME
SELECT instance AS application_instance_id, person AS person_id, applications FROM applications
UNION ALL BY NAME
SELECT instance AS application_instance_id, person AS person_id, owned FROM owned;

CREATE TABLE analytics."Person" AS
WITH counted AS (
  SELECT person_id, flatten(list(evidence) FILTER (evidence IS NOT NULL)) AS evidence, sum(accounts) AS accounts,
    sum(enabled) AS enabled, sum(administrators) AS administrators, sum(owned) AS owned, sum(applications) AS applications,
    max(last_at) AS last_at, max(data_date) AS data_date, bool_or(has_applications) AS has_applications
  FROM (FROM analytics.person_accounts UNION ALL BY NAME FROM neighbours.person_accounts) GROUP BY person_id
)
SELECT person_id AS "globalId",
  list_sort(list_distinct(evidence)) AS "joinedBy",
  accounts AS "analyticsAccountCount",
  enabled AS "analyticsEnabledAccountCount",
  administrators AS "analyticsAdminAccountCount",
  coalesce(owned, 0) AS "analyticsNonHumanIdentityCount",
  CASE WHEN has_applications THEN coalesce(applications, 0) END AS "analyticsAssignedApplicationCount",
  last_at AS "analyticsLastActivityDate",
  CASE WHEN last_at IS NOT NULL THEN greatest(date_diff('day', last_at::DATE, data_date), 0) END AS "analyticsDaysSinceLastActivity"
FROM counted WHERE accounts > 0;

CREATE TABLE analytics."Employee" AS
SELECT person."globalEmployeeId" AS "globalId", counted."analyticsAccountCount", counted."analyticsEnabledAccountCount"
FROM enrich."Person" AS person JOIN analytics."Person" AS counted USING ("globalId");
