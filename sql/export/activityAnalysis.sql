-- Activities: one row for each event of a source’s log, with the account that acted, the person behind it, and what
-- was acted on.
-- key: applicationInstanceId, activityId
-- applicationInstanceId string: Application instance (configured source) that the event belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- activityId string: Global id of the event
-- activityLocalId: Activity.id
-- occurredAt: Activity.occurredAt
-- eventType: Activity.eventType
-- category: Activity.category
-- outcome: Activity.outcome
-- outcomeReason: Activity.outcomeReason
-- description: Activity.description
-- actorAccountId: Activity.globalActorAccountId
-- actorAlias string: Username of the account that acted
-- actorType: Account.type
-- personId: Activity.enrichedPersonId
-- personName string: Name of that person
-- targetObjectId: Activity.globalTargetObjectId
-- targetObjectType: Activity.targetObjectType
-- ipAddress: Activity.ipAddress
-- userAgent: Activity.userAgent
-- authenticationMethods string: Types of the methods that a login used, joined by `; `
-- sessionId: Activity.sessionId
-- sourceTag: Activity.sourceTag
SELECT
  activity."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(activity."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(activity."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  activity."globalId" AS "activityId",
  activity."id" AS "activityLocalId",
  activity."occurredAt" AS "occurredAt",
  activity."eventType" AS "eventType",
  activity."category" AS "category",
  activity."outcome" AS "outcome",
  activity."outcomeReason" AS "outcomeReason",
  activity."description" AS "description",
  activity."globalActorAccountId" AS "actorAccountId",
  account."alias" AS "actorAlias",
  account."type" AS "actorType",
  activity."enrichedPersonId" AS "personId",
  person."displayName" AS "personName",
  activity."globalTargetObjectId" AS "targetObjectId",
  activity."targetObjectType" AS "targetObjectType",
  activity."ipAddress" AS "ipAddress",
  activity."userAgent" AS "userAgent",
  array_to_string(activity."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  activity."sessionId" AS "sessionId",
  activity."sourceTag" AS "sourceTag"
FROM inventory."Activity" AS activity
LEFT JOIN inventory."Account" AS account ON account."globalId" = activity."globalActorAccountId"
LEFT JOIN inventory."Person" AS person ON person."globalId" = activity."enrichedPersonId"
