-- How much each account is used: one row for each account, with its activity as far as the source reports activity.
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
  coalesce(activity."loginCount30Days", 0) AS "loginCount30Days",
  coalesce(activity."loginCount90Days", 0) AS "loginCount90Days",
  coalesce(activity."failedLoginCount90Days", 0) AS "failedLoginCount90Days",
  coalesce(activity."resourceAccessCount90Days", 0) AS "resourceAccessCount90Days",
  coalesce(activity."activityCount", 0) AS "activityCount",
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
