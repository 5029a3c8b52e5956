-- Which kinds of things occur at all. A rule says in its header what it `needs`, and is skipped when there is none.

CREATE TABLE risks.present AS
SELECT unnest(list_filter([
  CASE WHEN count(*) FILTER (enabled AND type = 'User') > 0 THEN 'users' END,
  CASE WHEN count(*) FILTER (enabled AND type = 'Machine') > 0 THEN 'machines' END,
  CASE WHEN count(*) FILTER (enabled AND type = 'Token') > 0 THEN 'keys' END,
  CASE WHEN count(person) > 0 THEN 'persons' END,
  CASE WHEN count(*) FILTER (enabled AND days_unused IS NOT NULL) > 0 THEN 'activity' END,
  CASE WHEN count(*) FILTER (expires_at IS NOT NULL) > 0 THEN 'expiry' END,
  CASE WHEN count(*) FILTER (password_changed_at IS NOT NULL) > 0 THEN 'passwords' END,
  CASE WHEN count(*) FILTER (enabled AND sub_type IN ('Guest', 'External')) > 0 THEN 'guests' END,
  CASE WHEN count(*) FILTER (NOT enabled) > 0 THEN 'disabled accounts' END,
  CASE WHEN count(blast_radius) > 0 THEN 'impersonation' END
], lambda kind: kind IS NOT NULL)) AS kind FROM risks.accounts
-- Whom an identity provider has disabled, even one of an instance that is not computed.
UNION ALL SELECT 'disabled accounts' WHERE EXISTS (FROM risks.all_person_facts WHERE fact = 'disabledAtHome')
-- Whether any person is known in the whole tenant.
UNION ALL SELECT 'persons' WHERE EXISTS (FROM neighbours.person_accounts)
UNION ALL SELECT 'owners' WHERE EXISTS (FROM risks.owners)
UNION ALL SELECT 'administrators' WHERE EXISTS (FROM risks.administrators)
UNION ALL SELECT 'privileged grants' WHERE EXISTS (FROM risks.privileged_accounts)
UNION ALL SELECT 'sensitive resources' WHERE EXISTS (FROM risks.sensitive_resources)
UNION ALL SELECT 'leaked secrets' WHERE EXISTS (FROM risks.leaked_secrets)
UNION ALL SELECT 'grants' WHERE EXISTS (FROM risks.grants)
UNION ALL SELECT 'groups' WHERE EXISTS (FROM risks.groups)
UNION ALL SELECT 'pairs' WHERE EXISTS (FROM risks.conflicts);
