-- The blast radius of each account. It is absent when it cannot be said, and when nothing was found in an instance that lands no
-- access assignments: then most of the evidence is missing.

CREATE TABLE impersonation."Account" AS
SELECT accounts.account AS "globalId", reached.accounts AS "analyticsImpersonatableAccountsCount"
FROM impersonation.accounts AS accounts
JOIN impersonation.reached AS reached ON reached.account_number = accounts.rowid
WHERE reached.accounts > 0 OR (reached.accounts = 0 AND accounts.instance IN (
  SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" FROM model."EntityAssignedAccessToObject"));
