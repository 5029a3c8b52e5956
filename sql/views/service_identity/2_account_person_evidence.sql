-- Why accounts belong to persons: one row for each account, person and piece of evidence. Accounts whose evidence contradicts itself belong to nobody (see person_conflicts).
-- person_name: Name of the person
-- rule: employeeNumber, employeeId, directoryEntry, federation, federationId, email, alias, or identityAccount for the account that makes the person
-- via_account_id: Global id of the account that shows it: the directory's or identity provider's; empty when the HR record does
-- is_joined: True when the account belongs to the person
SELECT evidence.application_instance_id, instance.source_id, evidence.account_id, account."alias" AS account_alias,
  account."email" AS account_email, account."name" AS account_name, evidence.person_id, person."displayName" AS person_name,
  evidence.rule, via."globalId" AS via_account_id, evidence.is_joined
FROM inventory.account_person_evidence AS evidence
JOIN inventory."Account" AS account ON account."globalId" = evidence.account_id
LEFT JOIN inventory."Person" AS person ON person."globalId" = evidence.person_id
LEFT JOIN inventory."Account" AS via ON via."globalId" = evidence.via_account_id
LEFT JOIN inventory.application_instances AS instance USING (application_instance_id)
