-- Values that cannot be true, in the ledger of the read that brought them: times in the future (002_known_times.sql), and records of
-- employees that contradict themselves. The values are served as they are.

CREATE TABLE analytics.value_gaps AS
WITH timed AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'Account' AS type, data_date,
    unnest([{'field': 'lastActivityDate', 'moment': "lastActivityDate"}, {'field': 'createdDate', 'moment': "createdDate"},
      {'field': 'lastPasswordChangedDate', 'moment': "lastPasswordChangedDate"}], recursive := true)
  FROM model."Account"
  WHERE analytics.is_future(greatest("lastActivityDate", "createdDate", "lastPasswordChangedDate"), data_date)
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", 'Activity', data_date, 'occurredAt', "occurredAt"
  FROM model."Activity"
), employed AS (
  SELECT "objectMetadata"."ApplicationInstanceId" AS instance, 'employmentStatus' AS field,
    CASE WHEN "employmentStatus" = 'Active' AND "terminationDate" < "hireDate" THEN 'are Active, and their last day of work is before their first'
      WHEN "employmentStatus" = 'Terminated' AND "terminationDate" > data_date + INTERVAL 1 YEAR
      THEN 'are Terminated, and their last day of work is more than a year in the future' END AS contradiction
  FROM model."Employee"
), found AS (
  SELECT instance, type, field, count(*) AS count, field || ' is in the future and is ignored' AS meaning
  FROM timed WHERE analytics.is_future(moment, data_date) GROUP BY ALL
  UNION ALL
  SELECT instance, 'Employee', field, count(*), contradiction FROM employed WHERE contradiction IS NOT NULL GROUP BY ALL
)
SELECT instance AS application_instance_id, type, false AS is_partial, {'reason': 'failed', 'subject': field, 'message': count || CASE type WHEN 'Account' THEN ' accounts: '
  WHEN 'Activity' THEN ' activities: ' ELSE ' employees ' END || meaning, 'missing': 'fields'}::JSON AS gap
FROM found;
