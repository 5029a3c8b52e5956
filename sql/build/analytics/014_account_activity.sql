-- scope: island
-- When each account was last active, as of when it was read. For an account without known activity, the days count from its
-- creation or from the beginning of the activity data, whichever is later, and are a lower bound. Without any activity data of its
-- application instance the days are absent. An account is dormant after 30 days.

CREATE TABLE analytics.account_activity AS
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
), dated AS (
  SELECT account."globalId" AS id, account."objectMetadata"."ApplicationInstanceId" AS instance,
    account."objectMetadata"."GeneratedTime" AS read_at, greatest(account."lastActivityDate", acted.last_at) AS last_at,
    CASE WHEN known.since IS NOT NULL THEN greatest(account."createdDate", known.since) END AS not_before
  FROM model."Account" AS account
  LEFT JOIN acted ON acted.account = account."globalId"
  LEFT JOIN known ON known.instance = account."objectMetadata"."ApplicationInstanceId"
)
SELECT node.number AS account, id, dated.instance, read_at, last_at,
  CASE WHEN days IS NOT NULL THEN greatest(days, 0) END AS days, days >= 30 AS is_dormant
FROM (SELECT *, date_sub('day', coalesce(last_at, not_before), read_at) AS days FROM dated) AS dated
JOIN analytics.nodes AS node USING (id);
