-- title: Key that never expires
-- severity: Low
-- type: Security
-- entity: Account
-- data: instance
-- needs: keys, expiry
-- why: A key that leaks works until somebody notices.
-- fix: Replace the key by one with an expiration date.
-- references: ISO/IEC 27001:2022 A.5.17; NIST SP 800-57 Part 1 Rev. 5; OWASP NHI7:2025
-- Nothing is claimed for a kind of key of which the source reports no expiration date at all.
WITH reported AS (
  SELECT DISTINCT instance, sub_type FROM risks.accounts WHERE type = 'Token' AND expires_at IS NOT NULL
)
SELECT key.entity, key.instance, key.id,
  CASE WHEN key.expires_at IS NOT NULL THEN false WHEN reported.instance IS NOT NULL THEN true END AS violated,
  'The key ' || key.label || ' never expires.' AS sentence,
  risk_evidence([risk_fact('createdDate', key.created_at), risk_fact('lastActivityDate', key.last_activity_at)]) AS evidence
FROM risks.accounts AS key LEFT JOIN reported USING (instance, sub_type)
WHERE key.enabled AND key.type = 'Token'
