-- Who is in each user group and whether they use their accounts: one row for each group and each account in it,
-- directly or through nesting.
-- key: applicationInstanceId, groupId, accountId
-- origin: the group
-- groupId string: Global id of the group
-- groupName: UserGroup.name
-- groupType: UserGroup.type
-- accountId string: Global id of the account
-- alias: Account.alias
-- accountName: Account.name
-- email: Account.email
-- accountType: Account.type
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- isDirect boolean: True when the account itself is a member, not only a group that is in the group
-- depth number: Least number of memberships that lead to the group: 1 is direct
-- lastActivityDate: Account.lastActivityDate
-- analyticsDaysSinceLastActivity: Account.analyticsDaysSinceLastActivity
-- analyticsIsDormant: Account.analyticsIsDormant
-- analyticsDormantDaysIsLowerBound: Account.analyticsDormantDaysIsLowerBound
-- personId: Account.enrichedPersonId
-- sorEmploymentStatus: Account.sorEmploymentStatus
SELECT
  member.application_instance_id AS "applicationInstanceId",
  member.group_id AS "groupId",
  account."globalId" AS "accountId",
  member.depth = 1 AS "isDirect",
  member.depth AS "depth"
FROM (
  SELECT nesting.application_instance_id, nesting.ancestor_id AS group_id,
    membership."globalEntityId" AS account_id, min(nesting.depth) + 1 AS depth
  FROM inventory."EntityManagedViaObject" AS membership
  JOIN inventory.container_nesting AS nesting ON nesting.container_id = membership."globalManagedViaObjectId"
  WHERE nesting.ancestor_type = 'UserGroup' AND membership."entityType" = 'Account' GROUP BY ALL
) AS member
JOIN inventory."UserGroup" AS userGroup ON userGroup."globalId" = member.group_id
JOIN inventory."Account" AS account ON account."globalId" = member.account_id
