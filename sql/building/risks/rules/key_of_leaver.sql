-- title: Key of a leaver
-- severity: Critical
-- type: Security
-- entity: Account
-- data: tenant
-- needs: persons, owners
-- why: Somebody who has left the organisation may still have the key, and it works.
-- fix: Replace the key, delete it, or give the machine account an owner who works for the organisation and change its credentials.
-- references: ISO/IEC 27001:2022 A.5.11; NIST SP 800-53 Rev. 5 PS-4; OWASP NHI1:2025
SELECT owned.entity, owned.instance, owned.id, bool_or(owner.employment_status = 'Terminated') AS violated,
  CASE owned.type WHEN 'Token' THEN 'The key ' ELSE 'The machine account ' END || owned.label
    || ' is enabled, and an owner has left the organisation.' AS sentence,
  risk_evidence([risk_fact('ownersInTheSameInstance', list_sort(list(DISTINCT owner.owner_label)
      FILTER (owner.employment_status = 'Terminated' AND owner.owner_instance = owned.instance))),
    risk_fact('lastActivityDate', owned.last_activity_at)]) AS evidence
FROM risks.accounts AS owned JOIN risks.owners AS owner USING (entity)
WHERE owned.enabled
GROUP BY owned.entity, owned.instance, owned.id, owned.type, owned.label, owned.last_activity_at
