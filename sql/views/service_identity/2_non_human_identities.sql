-- Accounts that no person signs in with: service principals, machine accounts and tokens.
-- of: Account
FROM service_identity.accounts WHERE type <> 'User'
