-- What enrichment adds to accounts: their person and owners, and the facts about the person from the system of record.

CREATE TABLE enrich."Account" AS
SELECT
  coalesce(account_person.account, account_owners.account) AS "globalId",
  account_person.person AS "enrichedPersonId",
  account_owners.owners AS "enrichedOwnerAccountIds",
  NULL::UUID AS "enrichedSSOSourceAccountId",
  person."email" AS "sorPrimaryStewardEmail",
  person."department" AS "sorDepartment",
  person."title" AS "sorTitle",
  person."managerEmail" AS "sorManagerEmail",
  person."employmentStatus" AS "sorEmploymentStatus"
FROM enrich.account_person AS account_person
FULL JOIN enrich.account_owners AS account_owners ON account_owners.account = account_person.account
LEFT JOIN enrich."Person" AS person ON person."globalId" = account_person.person;
