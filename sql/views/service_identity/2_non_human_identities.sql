-- Accounts that are not used by a person: service principals, machine accounts and tokens.
-- of: Account
FROM service_identity.accounts WHERE type <> 'User'
