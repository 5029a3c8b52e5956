-- What enrichment adds to accounts: their person and owners, single sign-on, and the facts about the person from the system of
-- record, which is HR. Whether SSO is available is not known for accounts of applications whose keys match no identity provider.

CREATE TABLE enrich."Account" AS
WITH found AS (
  SELECT account FROM enrich.account_person
  UNION SELECT account FROM enrich.account_owners
  UNION SELECT account FROM enrich.federated_accounts
)
SELECT
  found.account AS "globalId",
  account_person.person AS "enrichedPersonId",
  account_owners.owners AS "enrichedOwnerAccountIds",
  CASE WHEN federated.account IS NOT NULL THEN coalesce(source.enabled, false) END AS "enrichedIsSSOLoginAvailable",
  link.source_account_id AS "enrichedSSOSourceAccountId",
  coalesce(person."email", steward.email) AS "sorPrimaryStewardEmail",
  CASE WHEN person."globalEmployeeId" IS NOT NULL THEN person."department" END AS "sorDepartment",
  CASE WHEN person."globalEmployeeId" IS NOT NULL THEN person."title" END AS "sorTitle",
  CASE WHEN person."globalEmployeeId" IS NOT NULL THEN person."managerEmail" END AS "sorManagerEmail",
  person."employmentStatus" AS "sorEmploymentStatus"
FROM found
LEFT JOIN enrich.account_person AS account_person ON account_person.account = found.account
LEFT JOIN enrich.account_owners AS account_owners ON account_owners.account = found.account
LEFT JOIN enrich.federated_accounts AS federated ON federated.account = found.account
LEFT JOIN enrich.sso_links AS link ON link.account_id = found.account
LEFT JOIN enrich.user_accounts AS source ON source.account = link.source_account_id
LEFT JOIN enrich."Person" AS person ON person."globalId" = account_person.person
LEFT JOIN enrich.owner_stewards AS steward ON steward.account = found.account;
