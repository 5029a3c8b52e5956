-- When each account was last active, as of its data date: the date of the newest read that saw it. Days are whole dates. For an account without known activity, the days count from its
-- creation or from the beginning of the activity data (events that say who acted), whichever is later, and are a lower bound. Without any activity data of its
-- application instance the days are absent. An account is dormant from `dormant_days` days on. Times in the future are unknown
-- (002_known_times.sql).

CREATE TABLE analytics.last_acts AS
SELECT "globalActorAccountId" AS account, max(analytics.known_time("occurredAt", data_date)) AS acted_at
FROM model."Activity" WHERE "globalActorAccountId" IS NOT NULL AND "outcome" <> 'Failure' GROUP BY ALL;

CREATE TABLE analytics.first_activities_of_accounts AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, min(analytics.known_time("lastActivityDate", data_date)) AS first_at
FROM model."Account" GROUP BY ALL;

CREATE TABLE analytics.first_acts AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, min(analytics.known_time("occurredAt", data_date)) AS first_at
FROM model."Activity" WHERE "globalActorAccountId" IS NOT NULL GROUP BY ALL;

CREATE VIEW analytics.activity_data AS
SELECT instance, min(first_at) AS begins_at
FROM (FROM analytics.first_activities_of_accounts UNION ALL FROM analytics.first_acts) GROUP BY instance;

CREATE TABLE analytics.account_activity AS
SELECT read."globalId" AS id, node.number AS account, read."objectMetadata"."ApplicationInstanceId" AS instance, read.data_date,
  greatest(analytics.known_time(read."lastActivityDate", read.data_date), acts.acted_at) AS last_at,
  date_diff('day', coalesce(
    last_at,
    CASE WHEN activity.begins_at IS NOT NULL
    THEN greatest(analytics.known_time(read."createdDate", read.data_date), activity.begins_at) END
  )::DATE, read.data_date) AS known_days,
  CASE WHEN known_days IS NOT NULL THEN greatest(known_days, 0) END AS days,
  known_days >= getvariable('dormant_days') AS is_dormant
FROM model."Account" AS read
JOIN analytics.nodes AS node ON node.id = read."globalId"
LEFT JOIN analytics.last_acts AS acts ON acts.account = read."globalId"
LEFT JOIN analytics.activity_data AS activity ON activity.instance = read."objectMetadata"."ApplicationInstanceId";
