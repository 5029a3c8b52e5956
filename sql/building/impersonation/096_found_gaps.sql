-- Accounts whose blast radius cannot be said, in the ledger of the read that brought them.

CREATE TABLE impersonation.reach_gaps AS
SELECT instance AS application_instance_id, 'Account' AS type, false AS is_partial, {'reason': 'failed', 'subject': 'impersonation', 'message': count(*)
    || ' accounts have no blast radius (analyticsImpersonatableAccountsCount), because a denial takes away a part of what a grant lets them, or an account that they can act as, act as; or because the count would take too long',
  'missing': 'fields'}::JSON AS gap
FROM impersonation.accounts AS accounts
JOIN impersonation.reached AS reached ON reached.account_number = accounts.rowid
WHERE reached.accounts = -1 GROUP BY instance;

-- All gaps that the build found.
CREATE VIEW impersonation.found_gaps AS
FROM analytics.relation_gaps UNION ALL BY NAME FROM analytics.value_gaps UNION ALL BY NAME FROM impersonation.reach_gaps;
