-- When each account was last active, as of its data date: the date of the newest read that saw it. Days are whole dates. For an account without known activity, the days count from its
-- creation or from the beginning of the activity data (events that say who acted), whichever is later, and are a lower bound. Without any activity data of its
-- application instance the days are absent. An account is dormant from `dormant_days` days on. Times in the future are unknown
-- (002_known_times.sql).

CREATE TABLE analytics.account_activity AS
WITH acted AS (
  SELECT "globalActorAccountId" AS account, max(analytics.known_time("occurredAt", data_date)) AS last_at
  FROM model."Activity" WHERE "globalActorAccountId" IS NOT NULL AND "outcome" <> 'Failure' GROUP BY ALL
), accounts AS (
  SELECT "globalId" AS id, "objectMetadata"."ApplicationInstanceId" AS instance, data_date,
    analytics.known_time("lastActivityDate", data_date) AS last_at,
    analytics.known_time("createdDate", data_date) AS created_at
  FROM model."Account"
), known AS (
  SELECT instance, min(first_at) AS since FROM (
    SELECT instance, min(last_at) AS first_at FROM accounts GROUP BY ALL
    UNION ALL
    SELECT "objectMetadata"."ApplicationInstanceId", min(analytics.known_time("occurredAt", data_date))
    FROM model."Activity" WHERE "globalActorAccountId" IS NOT NULL GROUP BY ALL
  ) GROUP BY instance
), dated AS (
  SELECT accounts.* EXCLUDE (last_at, created_at), greatest(accounts.last_at, acted.last_at) AS last_at,
    CASE WHEN known.since IS NOT NULL THEN greatest(created_at, known.since) END AS not_before
  FROM accounts
  LEFT JOIN acted ON acted.account = accounts.id
  LEFT JOIN known USING (instance)
)
SELECT node.number AS account, id, dated.instance, data_date, last_at,
  CASE WHEN days IS NOT NULL THEN greatest(days, 0) END AS days, days >= getvariable('dormant_days') AS is_dormant
FROM (SELECT *, date_diff('day', coalesce(last_at, not_before)::DATE, data_date) AS days FROM dated) AS dated
JOIN analytics.nodes AS node USING (id);
