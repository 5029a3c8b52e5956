-- Service principals, machine accounts and tokens, the largest impersonation blast radius first.
FROM "Account" WHERE "type" <> 'User'
ORDER BY coalesce("analyticsImpersonatableAccountsCount", 0) DESC, "globalId"
