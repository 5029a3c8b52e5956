-- Service principals, machine accounts and tokens, the largest impersonation blast radius first, those without a known one last.
FROM "Account" WHERE "type" <> 'User'
ORDER BY "analyticsImpersonatableAccountsCount" DESC NULLS LAST, "globalId"
