-- Accounts whose blast radius cannot be said, in the ledger of the read that brought them.

INSERT INTO analytics.found_gaps
SELECT instance, 'Account', false, {'reason': 'failed', 'subject': 'impersonation', 'message': count(*)
    || ' accounts have no blast radius (analyticsImpersonatableAccountsCount), because a denial takes away a part of what a grant lets them, or an account that they can act as, act as; or because the count would take too long',
  'missing': 'fields'}::JSON
FROM impersonation.accounts AS accounts
JOIN impersonation.reached AS reached ON reached.account_number = accounts.rowid
WHERE reached.accounts = -1 GROUP BY instance;
