-- Owners of machine and token accounts, by the best available evidence: an ownership entitlement; otherwise a user account with
-- the same hash identifier (of a key or certificate, in any application instance); otherwise the account that created it.

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
  SELECT token."globalId", holder."globalId", 2
  FROM hashed AS token JOIN hashed AS holder USING (hash) WHERE token."type" <> 'User' AND holder."type" = 'User'
  UNION ALL
  SELECT "globalId", "globalCreatedBy", 3 FROM nonhuman WHERE "globalCreatedBy" <> "globalId"
)
SELECT account, list_sort(list(DISTINCT owner)) AS owners
FROM (SELECT *, min(rank) OVER (PARTITION BY account) AS best FROM evidence)
WHERE rank = best GROUP BY account;
