-- What the rules read of accounts, as one narrow table: the account, its dates as of its data date, and its person.
-- Columns `entity`, `instance` and `id` identify the account. `number` is its node in the graph of access; `label` names it in sentences.
-- What has happened to an account in the future is unknown (sql/building/analytics/002_known_times.sql).

CREATE TABLE risks.accounts AS
SELECT
  account."globalId" AS entity,
  node.number,
  account."objectMetadata"."ApplicationInstanceId" AS instance,
  account."id" AS id,
  account."alias" AS label,
  account."type" AS type,
  account."subType" AS sub_type,
  account."accountRole" AS account_role,
  -- Leaked secrets are findings about the keys that they are. As accounts of their own they break no rule.
  account."enabled" AND account."accountRole" <> 'leaked-secret' AS enabled,
  account."isAdmin" AS is_admin,
  account."mfaRequirements" AS mfa,
  account."ssoRequirements" AS sso,
  list_contains(account."authenticationFunctions", 'Identity') AS is_identity_provider,
  list_has_any(account."authenticationFunctions", ['Identity', 'Directory']) AS is_home,
  account."hashIdentifiers" AS hashes,
  analytics.known_time(account."createdDate", activity.data_date) AS created_at,
  analytics.known_time(account."lastActivityDate", activity.data_date) AS last_activity_at,
  -- The last use, when an activity shows one that the account itself does not tell.
  CASE WHEN activity.last_at > last_activity_at OR last_activity_at IS NULL THEN activity.last_at END AS last_event_at,
  analytics.known_time(account."lastPasswordChangedDate", activity.data_date) AS password_changed_at,
  account."expirationDate" AS expires_at,
  account."analyticsDaysSinceLastActivity" AS days_unused,
  account."analyticsDormantDaysIsLowerBound" AS is_never_used,
  account."analyticsImpersonatableAccountsCount" AS blast_radius,
  account."enrichedOwnerAccountIds" AS owners,
  account."enrichedPersonId" AS person,
  person."employmentStatus" AS employment_status,
  person."employmentType" AS employment_type,
  person."terminationDate" AS left_at,
  activity.data_date
FROM filled."Account" AS account
JOIN analytics.nodes AS node ON node.id = account."globalId"
JOIN analytics.account_activity AS activity ON activity.id = account."globalId"
LEFT JOIN filled."Person" AS person ON person."globalId" = account."enrichedPersonId";

-- Secrets that were found where others read them and that work, by their hashes.
CREATE TABLE risks.leaked_secrets AS
SELECT "globalId" AS secret, unnest("hashIdentifiers") AS hash, "createdDate" AS found_at
FROM filled."Account" WHERE "accountRole" = 'leaked-secret' AND "enabled";

-- The owners of machine and token accounts, one row each, as far as the owner was read.
CREATE TABLE risks.owners AS
SELECT owned.entity, owner.entity AS owner, owner.label AS owner_label, owner.instance AS owner_instance,
  owner.enabled AS owner_enabled, owner.person, owner.employment_status
FROM (SELECT entity, unnest(owners) AS owner FROM risks.accounts WHERE type <> 'User') AS owned
JOIN risks.accounts AS owner ON owner.entity = owned.owner;
