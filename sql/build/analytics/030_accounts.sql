-- What is counted and dated of each account, as of when it was read. A count is absent where its instance lands nothing of
-- the kind: nobody knows then. An account without known activity had none since it was created and since activity data
-- begins, whichever is later: its days are a lower bound. Without any activity data nothing is known. Dormant: 30 days.

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
  SELECT relation."globalEntityId" AS account, nesting.ancestor_id AS holder, nesting.ancestor_type AS type
  FROM model."EntityManagedViaObject" AS relation
  JOIN analytics.container_nesting AS nesting ON nesting.container_id = relation."globalManagedViaObjectId"
  WHERE relation."entityType" = 'Account'
), counted AS (
  SELECT account, count(DISTINCT holder) FILTER (type = 'Role') AS roles,
    count(DISTINCT holder) FILTER (type = 'UserGroup') AS user_groups
  FROM memberships GROUP BY account
), granted AS (
  SELECT "globalEntityId" AS holder, "globalAssignedObjectId" AS application
  FROM model."EntityAssignedAccessToObject"
  WHERE "assignedObjectType" = 'AssignedApplication'
    AND ("entitlementSpecification"->>'$.reasonSpecificData.type') IS DISTINCT FROM 'Denial'
), reached AS (
  SELECT account, count(DISTINCT application) AS applications FROM (
    SELECT holder AS account, application FROM granted
    UNION ALL
    SELECT memberships.account, granted.application FROM memberships JOIN granted USING (holder)
  ) GROUP BY account
), violated AS (
  SELECT "globalEntityId" AS account, count(*) AS violations,
    min(list_position(['Critical', 'High', 'Medium', 'Low'], "severity")) AS worst
  FROM model."RiskViolation" WHERE "entityType" = 'Account' AND "status" = 'Open' GROUP BY ALL
), landed AS (
  SELECT known.instance, known.since,
    known.instance IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."EntityManagedViaObject") AS memberships,
    known.instance IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."AssignedApplication") AS applications,
    known.instance IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."RiskViolation") AS violations
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
  CASE WHEN dated.memberships THEN coalesce(counted.roles, 0) END AS "analyticsRoleCount",
  CASE WHEN dated.memberships THEN coalesce(counted.user_groups, 0) END AS "analyticsUserGroupCount",
  CASE WHEN dated.applications THEN coalesce(reached.applications, 0) END AS "analyticsAssignedApplicationCount",
  CASE WHEN dated.violations THEN coalesce(violated.violations, 0) END AS "analyticsRiskViolationCount",
  CASE WHEN dated.violations THEN coalesce(['Critical', 'High', 'Medium', 'Low'][violated.worst], 'None') END
    AS "analyticsAccessRiskPosture"
FROM dated
LEFT JOIN counted ON counted.account = dated."globalId"
LEFT JOIN reached ON reached.account = dated."globalId"
LEFT JOIN violated ON violated.account = dated."globalId";
