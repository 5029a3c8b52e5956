-- Owners of machine and token accounts, by the best available evidence:
-- 1. an ownership entitlement, which names the owners or is held by one;
-- 2. an account with the same hash identifier (of a key or certificate, in any application instance): a user account or, for a token,
--    also the machine account that it belongs to;
-- 3. the account that created it.
-- Only accounts that were read count as owners. Sources name creators and owners that were deleted, and those can answer for nothing.

CREATE TABLE enrich.account_owners AS
WITH nonhuman AS (
  SELECT "globalId", "hashIdentifiers", "globalCreatedBy" FROM model."Account" WHERE "type" <> 'User'
), owned AS (
  SELECT "globalEntityId" AS account,
    unnest(from_json("globalEntitlementSpecification"->'$.reasonSpecificData.permissions.owners',
      '[{"objectType": "VARCHAR", "objectId": "VARCHAR"}]')) AS owner
  FROM model."EntityAssignedAccessToObject"
  WHERE "entityType" = 'Account' AND contains("entitlementSpecification"::VARCHAR, '"Ownership"')
    AND ("entitlementSpecification"->>'reason') = 'Ownership'
), hashed AS (
  SELECT "globalId", "type", unnest("hashIdentifiers") AS hash FROM model."Account" WHERE "hashIdentifiers" IS NOT NULL
), evidence AS (
  SELECT owned.account, owned.owner."objectId"::UUID AS owner, 1 AS rank
  FROM owned SEMI JOIN nonhuman ON nonhuman."globalId" = owned.account
  WHERE owned.owner."objectType" = 'Account' AND owned.owner."objectId" <> owned.account::VARCHAR
  UNION ALL
  SELECT nonhuman."globalId", held."globalEntityId", 1
  FROM model."EntityAssignedAccessToObject" AS held
  JOIN nonhuman ON nonhuman."globalId" = held."globalAssignedObjectId"
  WHERE held."assignedObjectType" = 'Account' AND held."entityType" = 'Account' AND held."entityId" <> held."assignedObjectId"
    AND contains(held."entitlementSpecification"::VARCHAR, 'wner')
    AND (held."entitlementSpecification"->>'$.reasonSpecificData.enabled') IS DISTINCT FROM 'false'
    AND (held."entitlementSpecification"->>'$.reasonSpecificData.type') IS DISTINCT FROM 'Denial'
    AND ((held."entitlementSpecification"->>'$.reason') = 'Ownership'
      OR (held."entitlementSpecification"->>'$.reasonSpecificData.permissions.ownershipLevel') IN ('Owner', 'CoOwner'))
  UNION ALL
  SELECT owned."globalId", holder."globalId", 2
  FROM hashed AS owned JOIN hashed AS holder USING (hash)
  WHERE (owned."type" <> 'User' AND holder."type" = 'User') OR (owned."type" = 'Token' AND holder."type" = 'Machine')
  UNION ALL
  SELECT "globalId", "globalCreatedBy", 3 FROM nonhuman WHERE "globalCreatedBy" <> "globalId"
), known AS (
  SELECT account AS owner FROM enrich.user_accounts UNION ALL SELECT "globalId" FROM nonhuman
)
SELECT account, list_sort(list(DISTINCT owner)) AS owners
FROM (SELECT *, min(rank) OVER (PARTITION BY account) AS best FROM evidence SEMI JOIN known USING (owner))
WHERE rank = best GROUP BY account;
