-- The counts and dates of each account, as of when it was read. src/resources/account.ts defines each count. A count is absent
-- when the account's instance lands no objects of that kind, or when nesting was left out. For an account without known activity,
-- the days count from its creation or from the beginning of the activity data, whichever is later, and are a lower bound. Without
-- any activity data the days are absent. An account is dormant after 30 days.

CREATE TABLE analytics."Account" AS
WITH acted AS (
  SELECT "globalActorAccountId" AS account, max("occurredAt") AS last_at
  FROM model."Activity" WHERE "globalActorAccountId" IS NOT NULL AND "outcome" <> 'Failure' GROUP BY ALL
), known AS (
  SELECT instance, min(first_at) AS since FROM (
    SELECT "objectMetadata"."ApplicationInstanceId" AS instance, min("lastActivityDate") AS first_at
    FROM model."Account" GROUP BY ALL
    UNION ALL
    SELECT "objectMetadata"."ApplicationInstanceId", min("occurredAt") FROM model."Activity" GROUP BY ALL
  ) GROUP BY instance
), memberships AS (
  SELECT relation."globalEntityId" AS account, outside.container.id AS holder, outside.container.type AS type,
    outside.is_read, inside.number IN (FROM analytics.containers_left_out) AS is_cut
  FROM model."EntityManagedViaObject" AS relation
  JOIN analytics.containers AS inside ON inside.container.id = relation."globalManagedViaObjectId"
  JOIN analytics.container_pairs AS pairs ON pairs.inside = inside.number
  JOIN analytics.containers AS outside ON outside.number = pairs.outside
  WHERE relation."entityType" = 'Account'
), counted AS (
  SELECT account, count(DISTINCT holder) FILTER (type = 'Role' AND is_read) AS roles,
    count(DISTINCT holder) FILTER (type = 'UserGroup' AND is_read) AS user_groups, bool_or(is_cut) AS is_cut
  FROM memberships GROUP BY account
), assigned AS (
  SELECT "globalEntityId" AS holder, "globalAssignedObjectId" AS application,
    ("entitlementSpecification"->>'$.reasonSpecificData.type') IS NOT DISTINCT FROM 'Denial' AS is_denial
  FROM model."EntityAssignedAccessToObject"
  WHERE "assignedObjectType" = 'AssignedApplication'
    AND ("entitlementSpecification"->>'$.reasonSpecificData.enabled') IS DISTINCT FROM 'false'
    AND "globalAssignedObjectId" IN (SELECT "globalId" FROM model."AssignedApplication")
), reached AS (
  SELECT account, count(*) AS applications FROM (
    SELECT account, application FROM (
      SELECT holder AS account, application, is_denial FROM assigned
      UNION ALL
      SELECT memberships.account, application, is_denial FROM memberships JOIN assigned USING (holder)
    ) GROUP BY ALL HAVING NOT bool_or(is_denial)
  ) GROUP BY account
), landed AS (
  SELECT known.instance, known.since,
    known.instance IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."EntityManagedViaObject") AS memberships,
    known.instance IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."AssignedApplication") AS applications
  FROM known
), dated AS (
  SELECT account."globalId",
    greatest(account."lastActivityDate", acted.last_at) AS last_at,
    date_sub('day',
      coalesce(
        greatest(account."lastActivityDate", acted.last_at),
        CASE WHEN landed.since IS NOT NULL THEN greatest(account."createdDate", landed.since) END),
      account."objectMetadata"."GeneratedTime") AS days,
    landed.*
  FROM model."Account" AS account
  LEFT JOIN acted ON acted.account = account."globalId"
  LEFT JOIN landed ON landed.instance = account."objectMetadata"."ApplicationInstanceId"
)
SELECT dated."globalId",
  CASE WHEN days IS NOT NULL THEN greatest(days, 0) END AS "analyticsDaysSinceLastActivity",
  days >= 30 AS "analyticsIsDormant",
  CASE WHEN days IS NOT NULL THEN last_at IS NULL END AS "analyticsDormantDaysIsLowerBound",
  CASE WHEN dated.memberships AND counted.is_cut IS NOT TRUE THEN coalesce(counted.roles, 0) END AS "analyticsRoleCount",
  CASE WHEN dated.memberships AND counted.is_cut IS NOT TRUE THEN coalesce(counted.user_groups, 0) END AS "analyticsUserGroupCount",
  CASE WHEN dated.applications AND counted.is_cut IS NOT TRUE THEN coalesce(reached.applications, 0) END AS "analyticsAssignedApplicationCount"
FROM dated
LEFT JOIN counted ON counted.account = dated."globalId"
LEFT JOIN reached ON reached.account = dated."globalId";
