-- How much each account is used: one row for each account, with its activity as far as the source reports activity. The
-- counts are absent for application instances without activities.
-- Days count back from the newest activity of any source.
-- key: applicationInstanceId, accountId
-- origin: the account
-- accountId string: Global id of the account
-- alias: Account.alias
-- accountName: Account.name
-- type: Account.type
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- licenseType: Account.licenseType
-- personId: Account.enrichedPersonId
-- createdDate: Account.createdDate
-- lastActivityDate: Account.lastActivityDate
-- analyticsDaysSinceLastActivity: Account.analyticsDaysSinceLastActivity
-- analyticsIsDormant: Account.analyticsIsDormant
-- analyticsDormantDaysIsLowerBound: Account.analyticsDormantDaysIsLowerBound
-- loginCount30Days number: Successful logins of the last 30 days
-- loginCount90Days number: Successful logins of the last 90 days
-- failedLoginCount90Days number: Failed logins of the last 90 days
-- resourceAccessCount90Days number: Uses of resources in the last 90 days
-- activityCount number: Activities of any kind that are known
-- firstActivityDate timestamp: First activity that is known
-- lastLoginDate timestamp: Last successful login that is known
SELECT
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  account."globalId" AS "accountId",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(activity."loginCount30Days", 0) END AS "loginCount30Days",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(activity."loginCount90Days", 0) END AS "loginCount90Days",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(activity."failedLoginCount90Days", 0) END AS "failedLoginCount90Days",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(activity."resourceAccessCount90Days", 0) END AS "resourceAccessCount90Days",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(activity."activityCount", 0) END AS "activityCount",
  activity."firstActivityDate" AS "firstActivityDate",
  activity."lastLoginDate" AS "lastLoginDate"
FROM inventory."Account" AS account
LEFT JOIN (
  SELECT "globalActorAccountId" AS account_id,
    count(*) FILTER ("category" = 'Login' AND "outcome" = 'Success' AND "occurredAt" > newest - INTERVAL 30 DAY)
      AS "loginCount30Days",
    count(*) FILTER ("category" = 'Login' AND "outcome" = 'Success' AND "occurredAt" > newest - INTERVAL 90 DAY)
      AS "loginCount90Days",
    count(*) FILTER ("category" = 'Login' AND "outcome" = 'Failure' AND "occurredAt" > newest - INTERVAL 90 DAY)
      AS "failedLoginCount90Days",
    count(*) FILTER ("category" = 'ResourceAccess' AND "occurredAt" > newest - INTERVAL 90 DAY)
      AS "resourceAccessCount90Days",
    count(*) AS "activityCount",
    min("occurredAt") AS "firstActivityDate",
    max("occurredAt") FILTER ("category" = 'Login' AND "outcome" = 'Success') AS "lastLoginDate"
  FROM inventory."Activity", (SELECT max("occurredAt") AS newest FROM inventory."Activity")
  WHERE "globalActorAccountId" IS NOT NULL GROUP BY ALL
) AS activity ON activity.account_id = account."globalId"
LEFT JOIN (SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" AS instance FROM inventory."Activity") AS known
  ON known.instance = account."objectMetadata"."ApplicationInstanceId"
