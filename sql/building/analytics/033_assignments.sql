-- How each access assignment was used: the activities of its holders with its object, or with a resource that the object contains.
-- The holders are the entity of the assignment and, if that is a container, the accounts in it. When an account has access by several
-- assignments, a use counts for each of them, because the source does not say which one was needed. Failed attempts do not count, and
-- neither do activities in the future.
-- The counts are absent where the instance lands no activities.

CREATE TABLE analytics.object_uses AS
SELECT actor.number AS account, target.number AS object, count(*) FILTER (activity."category" = 'Login') AS logins,
  count(*) FILTER (activity."category" <> 'Login') AS uses, min(activity."occurredAt") AS first_at,
  max(activity."occurredAt") AS last_at
FROM model."Activity" AS activity
JOIN analytics.nodes AS actor ON actor.id = activity."globalActorAccountId"
JOIN analytics.nodes AS target ON target.id = activity."globalTargetObjectId"
WHERE activity."outcome" <> 'Failure' AND NOT analytics.is_future(activity."occurredAt", activity.data_date)
GROUP BY ALL;

CREATE TABLE analytics."EntityAssignedAccessToObject" AS
WITH places AS (
  SELECT account, object, logins, uses, first_at, last_at, false AS is_inside FROM analytics.object_uses
  UNION ALL
  SELECT used.account, pair.ancestor, used.logins, used.uses, used.first_at, used.last_at, true
  FROM analytics.object_uses AS used JOIN analytics.resource_pairs AS pair ON pair.resource = used.object
), holders AS (
  SELECT account, account AS holder FROM (SELECT DISTINCT account FROM analytics.object_uses)
  UNION
  SELECT listed.account, held.holder
  FROM (SELECT DISTINCT account FROM analytics.object_uses)
  JOIN analytics.account_profiles AS listed USING (account)
  JOIN analytics.profile_holders AS held USING (profile)
), counted AS (
  SELECT granted.assignment_id, sum(places.logins) AS logins, sum(places.uses) AS uses,
    min(places.first_at) AS first_at, max(places.last_at) AS last_at
  FROM analytics.grants AS granted
  JOIN places USING (object)
  JOIN holders ON holders.holder = granted.holder AND holders.account = places.account
  WHERE NOT places.is_inside OR granted.permissions & 512::USMALLINT = 0
  GROUP BY granted.assignment_id
)
SELECT granted.assignment_id AS "globalId", coalesce(counted.logins, 0) AS "analyticsLoginEventCount",
  coalesce(counted.uses, 0) AS "analyticsResourceAccessEventCount",
  CASE WHEN counted.last_at IS NOT NULL THEN greatest(date_diff('day', counted.last_at::DATE, read.data_date), 0) END AS "analyticsDaysSinceLastActivity",
  counted.first_at AS "analyticsFirstActivityDate", counted.last_at AS "analyticsLastActivityDate"
FROM (SELECT DISTINCT instance, assignment_id, is_denial FROM analytics.grants) AS granted
JOIN analytics.landed AS landed ON landed.instance = granted.instance AND landed.activities
JOIN (SELECT instance, max(data_date) AS data_date FROM analytics.account_activity GROUP BY instance) AS read
  ON read.instance = granted.instance
LEFT JOIN counted USING (assignment_id)
WHERE NOT granted.is_denial;
