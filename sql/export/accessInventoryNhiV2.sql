-- Non-human identities: one row for each service principal, machine account and token.
-- key: applicationInstanceId, accountId
-- applicationInstanceId string: Application instance (configured source) that the account belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
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
  exports.application(account."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(account."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  account."globalId" AS "accountId",
  account."id" AS "accountLocalId",
  account."alias" AS "alias",
  account."name" AS "accountName",
  account."type" AS "type",
  account."subType" AS "subType",
  account."enabled" AS "enabled",
  account."isAdmin" AS "isAdmin",
  account."hasAPIAccess" AS "hasAPIAccess",
  account."accountRole" AS "accountRole",
  array_to_string(account."authenticationFunctions", '; ') AS "authenticationFunctions",
  array_to_string(account."authenticationMethods"->>'$[*].type', '; ') AS "authenticationMethods",
  account."analyticsImpersonatableAccountsCount" AS "analyticsImpersonatableAccountsCount",
  array_to_string(account."enrichedOwnerAccountIds", '; ') AS "ownerAccountIds",
  owners."ownerNames" AS "ownerNames",
  owners."ownerEmploymentStatuses" AS "ownerEmploymentStatuses",
  coalesce(len(account."enrichedOwnerAccountIds"), 0) > 0 AS "hasOwner",
  account."analyticsRoleCount" AS "analyticsRoleCount",
  account."analyticsUserGroupCount" AS "analyticsUserGroupCount",
  account."analyticsAssignedApplicationCount" AS "analyticsAssignedApplicationCount",
  account."analyticsResourceInstanceCount" AS "analyticsResourceInstanceCount",
  account."createdDate" AS "createdDate",
  account."expirationDate" AS "expirationDate",
  account."lastPasswordChangedDate" AS "lastPasswordChangedDate",
  account."lastActivityDate" AS "lastActivityDate",
  account."analyticsDaysSinceLastActivity" AS "analyticsDaysSinceLastActivity",
  account."analyticsIsDormant" AS "analyticsIsDormant",
  account."analyticsDormantDaysIsLowerBound" AS "analyticsDormantDaysIsLowerBound",
  account."analyticsAccessRiskPosture" AS "analyticsAccessRiskPosture",
  account."analyticsRiskViolationCount" AS "analyticsRiskViolationCount",
  account."sorPrimaryStewardEmail" AS "sorPrimaryStewardEmail"
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
