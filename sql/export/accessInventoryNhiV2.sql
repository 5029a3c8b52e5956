-- Non-human identities: one row for each service principal, machine account and token.
-- key: applicationInstanceId, accountId
-- origin: the account
-- accountId string: Global id of the account
-- accountLocalId: Account.id
-- alias: Account.alias
-- accountName: Account.name
-- type: Account.type
-- subType: Account.subType
-- enabled: Account.enabled
-- isAdmin: Account.isAdmin
-- hasAPIAccess: Account.hasAPIAccess
-- accountRole: Account.accountRole
-- authenticationFunctions: Account.authenticationFunctions
-- authenticationMethods string: How the account can sign in: the types of its authentication methods, joined by `; `
-- analyticsImpersonatableAccountsCount: Account.analyticsImpersonatableAccountsCount
-- ownerAccountIds: Account.enrichedOwnerAccountIds
-- ownerNames string: Names of the owners, joined by `; `
-- ownerEmploymentStatuses string: Employment statuses of the people who own the account, joined by `; `
-- hasOwner boolean: True when an owner of the account is known
-- analyticsRoleCount: Account.analyticsRoleCount
-- analyticsUserGroupCount: Account.analyticsUserGroupCount
-- analyticsAssignedApplicationCount: Account.analyticsAssignedApplicationCount
-- analyticsResourceInstanceCount: Account.analyticsResourceInstanceCount
-- createdDate: Account.createdDate
-- expirationDate: Account.expirationDate
-- lastPasswordChangedDate: Account.lastPasswordChangedDate
-- lastActivityDate: Account.lastActivityDate
-- analyticsDaysSinceLastActivity: Account.analyticsDaysSinceLastActivity
-- analyticsIsDormant: Account.analyticsIsDormant
-- analyticsDormantDaysIsLowerBound: Account.analyticsDormantDaysIsLowerBound
-- analyticsAccessRiskPosture: Account.analyticsAccessRiskPosture
-- analyticsRiskViolationCount: Account.analyticsRiskViolationCount
-- sorPrimaryStewardEmail: Account.sorPrimaryStewardEmail
SELECT
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  account."globalId" AS "accountId",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  owners."ownerNames" AS "ownerNames",
  owners."ownerEmploymentStatuses" AS "ownerEmploymentStatuses",
  coalesce(len(account."enrichedOwnerAccountIds"), 0) > 0 AS "hasOwner"
FROM inventory."Account" AS account
LEFT JOIN (
  SELECT owned.account_id,
    string_agg(coalesce(person."displayName", owner."name", owner."alias"), '; ' ORDER BY owner."globalId") AS "ownerNames",
    string_agg(person."employmentStatus", '; ' ORDER BY owner."globalId") AS "ownerEmploymentStatuses"
  FROM (
    SELECT "globalId" AS account_id, unnest("enrichedOwnerAccountIds") AS owner_id
    FROM inventory."Account" WHERE "type" <> 'User'
  ) AS owned
  JOIN inventory."Account" AS owner ON owner."globalId" = owned.owner_id
  LEFT JOIN inventory."Person" AS person ON person."globalId" = owner."enrichedPersonId"
  GROUP BY owned.account_id
) AS owners ON owners.account_id = account."globalId"
WHERE account."type" <> 'User'
