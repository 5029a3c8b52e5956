-- title: Key without an owner
-- severity: High
-- type: Identity
-- entity: Account
-- data: tenant
-- needs: keys
-- why: Nobody renews, replaces or deletes a key that belongs to nobody, and nobody notices its misuse.
-- fix: Find out what uses the key, and enter its owner. Delete it when nothing uses it.
-- references: ISO/IEC 27001:2022 A.5.9; NIST SP 800-53 Rev. 5 AC-2; OWASP NHI1:2025
-- A key that a machine account uses has the owner of that account. Nothing is claimed where not all accounts were read, because one
-- of the others may be the owner.
WITH machine_keys AS (
  SELECT DISTINCT unnest(hashes) AS hash FROM risks.accounts WHERE type = 'Machine'
), of_machines AS (
  SELECT DISTINCT entity FROM (SELECT entity, unnest(hashes) AS hash FROM risks.accounts WHERE type = 'Token')
  SEMI JOIN machine_keys USING (hash)
)
SELECT key.entity, key.instance, key.id,
  CASE WHEN len(key.owners) > 0 OR of_machines.entity IS NOT NULL THEN false
    WHEN key.instance IN (SELECT instance FROM risks.reads WHERE type = 'Account' AND is_complete) THEN true END AS violated,
  'No owner of the key ' || key.label || ' is known.' AS sentence,
  risk_evidence([risk_fact('createdDate', key.created_at), risk_fact('lastActivityDate', key.last_activity_at)]) AS evidence
FROM risks.accounts AS key LEFT JOIN of_machines USING (entity)
WHERE key.enabled AND key.type = 'Token'
