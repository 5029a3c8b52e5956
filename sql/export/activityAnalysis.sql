-- Activities: one row for each event of a source’s log, with the account that acted, the person behind it, and what
-- was acted on.
-- key: applicationInstanceId, activityId
-- origin: the event
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
  activity."globalId" AS "activityId",
  account."alias" AS "actorAlias",
  person."displayName" AS "personName",
  array_to_string(activity."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods"
FROM inventory."Activity" AS activity
LEFT JOIN inventory."Account" AS account ON account."globalId" = activity."globalActorAccountId"
LEFT JOIN inventory."Person" AS person ON person."globalId" = activity."enrichedPersonId"
