-- Values that cannot be true, in the ledger of the read that brought them: times in the future (002_known_times.sql), and records of
-- employees that contradict themselves. The values are served as they are.

CREATE TABLE analytics.future_times AS
SELECT instance, field, count(*) AS count FROM (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, data_date,
    unnest([{'field': 'lastActivityDate', 'moment': "lastActivityDate"}, {'field': 'createdDate', 'moment': "createdDate"},
      {'field': 'lastPasswordChangedDate', 'moment': "lastPasswordChangedDate"}], recursive := true)
  FROM model."Account"
  WHERE analytics.is_future(greatest("lastActivityDate", "createdDate", "lastPasswordChangedDate"), data_date)
) WHERE analytics.is_future(moment, data_date) GROUP BY ALL;

CREATE TABLE analytics.future_activities AS
SELECT "objectMetadata"."ApplicationInstanceId" AS instance, count(*) AS count
FROM model."Activity" WHERE analytics.is_future("occurredAt", data_date) GROUP BY ALL;

CREATE TABLE analytics.contradicting_employees AS
SELECT instance, field, meaning, count(*) AS count FROM (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'employmentStatus' AS field,
    CASE WHEN "employmentStatus" = 'Active' AND "terminationDate" < "hireDate" THEN 'are Active, and their last day of work is before their first'
      WHEN "employmentStatus" = 'Terminated' AND "terminationDate" > data_date + INTERVAL 1 YEAR
      THEN 'are Terminated, and their last day of work is more than a year in the future' END AS meaning
  FROM model."Employee"
) WHERE meaning IS NOT NULL GROUP BY ALL;

CREATE TABLE analytics.value_gaps AS
WITH found AS (
  SELECT instance, 'Account' AS type, field, count, ' accounts: ' || field || ' is in the future and is ignored' AS meaning
  FROM analytics.future_times
  UNION ALL
  SELECT instance, 'Activity', 'occurredAt', count, ' activities: occurredAt is in the future and is ignored'
  FROM analytics.future_activities
  UNION ALL
  SELECT instance, 'Employee', field, count, ' employees ' || meaning FROM analytics.contradicting_employees
)
SELECT instance AS application_instance_id, type, false AS is_partial,
  {'reason': 'failed', 'subject': field, 'message': count || meaning, 'missing': 'fields'}::JSON AS gap
FROM found;
