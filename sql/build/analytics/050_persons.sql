-- How many accounts, owned identities and applications each person has, by which evidence the accounts were joined, and when the
-- person was last active.

CREATE TABLE analytics."Person" AS
WITH joined AS (
  SELECT joined.person, joined.evidence, activity.*, account."enabled", account."isAdmin"
  FROM enrich.account_person AS joined
  JOIN model."Account" AS account ON account."globalId" = joined.account
  JOIN analytics.account_activity AS activity ON activity.id = joined.account
), owned AS (
  SELECT joined.person, count(DISTINCT owned.account) AS owned
  FROM (SELECT account, unnest(owners) AS owner FROM enrich.account_owners) AS owned
  JOIN enrich.account_person AS joined ON joined.account = owned.owner
  GROUP BY joined.person
), applications AS (
  SELECT person, sum(bit_count(bits)) AS applications FROM (
    SELECT joined.person, reached.chunk, bit_or(reached.bits) AS bits
    FROM joined
    JOIN analytics.account_profiles AS listed ON listed.account = joined.account
    JOIN analytics.profile_applications AS reached USING (profile)
    GROUP BY ALL
  ) GROUP BY person
), counted AS (
  SELECT person, list_sort(list(DISTINCT evidence)) AS evidence, count(*) AS accounts, count(*) FILTER ("enabled") AS enabled,
    count(*) FILTER ("isAdmin") AS administrators, max(last_at) AS last_at, max(read_at) AS read_at,
    bool_or(landed.applications) AS has_applications
  FROM joined LEFT JOIN analytics.landed AS landed USING (instance) GROUP BY person
)
SELECT counted.person AS "globalId",
  counted.evidence AS "joinedBy",
  counted.accounts AS "analyticsAccountCount",
  counted.enabled AS "analyticsEnabledAccountCount",
  counted.administrators AS "analyticsAdminAccountCount",
  coalesce(owned.owned, 0) AS "analyticsNonHumanIdentityCount",
  CASE WHEN counted.has_applications THEN coalesce(applications.applications, 0) END AS "analyticsAssignedApplicationCount",
  counted.last_at AS "analyticsLastActivityDate",
  CASE WHEN counted.last_at IS NOT NULL THEN greatest(date_sub('day', counted.last_at, counted.read_at), 0) END AS "analyticsDaysSinceLastActivity"
FROM counted
LEFT JOIN owned USING (person)
LEFT JOIN applications USING (person);

CREATE TABLE analytics."Employee" AS
SELECT person."globalEmployeeId" AS "globalId", counted."analyticsAccountCount", counted."analyticsEnabledAccountCount"
FROM enrich."Person" AS person JOIN analytics."Person" AS counted USING ("globalId");
