-- Whether resources are used: one row for each resource instance, with who can reach it and who used it. Use is known from the
-- activities that name the resource, without those in the future; counts of use are absent for application instances without
-- activities.
-- key: applicationInstanceId, resourceInstanceId
-- origin: the resource
-- resourceInstanceId string: Global id of the resource instance
-- resourceLocalId: ResourceInstance.id
-- name: ResourceInstance.name
-- displayName: ResourceInstance.displayName
-- resourceClass: ResourceInstance.resourceClass
-- isSensitive: ResourceInstance.isSensitive
-- externallyShared: ResourceInstance.externallyShared
-- analyticsAccountsWithAccessCount: ResourceInstance.analyticsAccountsWithAccessCount
-- directAssignmentCount number: Access assignments that name the resource itself
-- usedByAccountCount number: Accounts with a known use of the resource
-- useCount number: Known uses of the resource
-- lastUsedDate timestamp: Last known use
-- daysSinceLastUse number: Days from the last known use to the date of the data
-- createdDate: ResourceInstance.createdDate
-- lastModifiedDate: ResourceInstance.lastModifiedDate
SELECT
  resourceInstance."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  resourceInstance."globalId" AS "resourceInstanceId",
  coalesce(assigned.count, 0) AS "directAssignmentCount",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(used.accounts, 0) END AS "usedByAccountCount",
  CASE WHEN known.instance IS NOT NULL THEN coalesce(used.count, 0) END AS "useCount",
  used.last_at AS "lastUsedDate",
  greatest(date_diff('day', used.last_at::DATE, known.data_date), 0) AS "daysSinceLastUse"
FROM inventory."ResourceInstance" AS resourceInstance
LEFT JOIN (
  SELECT "globalAssignedObjectId" AS id, count(*) AS count FROM inventory."EntityAssignedAccessToObject" GROUP BY ALL
) AS assigned ON assigned.id = resourceInstance."globalId"
LEFT JOIN (
  SELECT "globalTargetObjectId" AS id, count(DISTINCT "globalActorAccountId") AS accounts, count(*) AS count,
    max("occurredAt") AS last_at
  FROM inventory."Activity" AS activity
  JOIN inventory.source_completeness AS completeness
    ON completeness.application_instance_id = activity."objectMetadata"."ApplicationInstanceId" AND completeness.type = 'Activity'
  WHERE "outcome" IS DISTINCT FROM 'Failure' AND "occurredAt" < completeness.data_date + INTERVAL 2 DAY GROUP BY ALL
) AS used ON used.id = resourceInstance."globalId"
LEFT JOIN (
  SELECT application_instance_id AS instance, data_date FROM inventory.source_completeness
  WHERE type = 'Activity' AND application_instance_id IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM inventory."Activity")
) AS known
  ON known.instance = resourceInstance."objectMetadata"."ApplicationInstanceId"
