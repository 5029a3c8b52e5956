-- title: Leaked key
-- severity: Critical
-- type: Security
-- entity: Account
-- data: tenant
-- needs: leaked secrets
-- why: A scanner found the key in a place where others read it, and saw that it works. Whoever has read the place can use it.
-- fix: Make the key invalid now, replace it where it is used, and look what it was used for since then. Removing it from the place is not enough.
-- references: ISO/IEC 27001:2022 A.5.17; NIST SP 800-53 Rev. 5 IA-5(7); CWE-798; OWASP NHI2:2025
-- It is about the key. An account that has the same hash is violated only where its key was not read as an account.
WITH leaked AS (
  SELECT account.entity, account.instance, account.id, account.label, account.type, account.enabled, leaked.secret, leaked.found_at,
    account.hash, account.last_activity_at
  FROM (SELECT *, unnest(hashes) AS hash FROM risks.accounts) AS account
  JOIN risks.leaked_secrets AS leaked ON leaked.hash = account.hash AND leaked.secret <> account.entity
  ANTI JOIN risks.leaked_secrets AS finding ON finding.secret = account.entity
)
SELECT entity, instance, id, enabled AS violated,
  CASE type WHEN 'Token' THEN 'The key ' || label ELSE 'A key of the account ' || label END
    || ' was found in a place where others read it.' AS sentence,
  risk_evidence([risk_fact('leakedSecrets', count(DISTINCT secret)), risk_fact('foundDate', min(found_at)),
    risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM leaked
WHERE type = 'Token' OR hash NOT IN (SELECT hash FROM leaked WHERE type = 'Token')
GROUP BY entity, instance, id, enabled, type, label, last_activity_at
