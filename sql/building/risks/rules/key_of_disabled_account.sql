-- title: Key of a disabled account
-- severity: High
-- type: Security
-- entity: Account
-- data: tenant
-- needs: owners, disabled accounts
-- why: Disabling the account of its owner does not stop the key.
-- fix: Delete the key, or give the machine account another owner.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2; OWASP NHI1:2025
-- Violated when no owner can sign in any more.
SELECT owned.entity, owned.instance, owned.id, NOT bool_or(owner.owner_enabled) AS violated,
  CASE owned.type WHEN 'Token' THEN 'The key ' ELSE 'The machine account ' END || owned.label
    || ' is enabled, and the account of its owner is disabled.' AS sentence,
  risk_evidence([risk_fact('ownersInTheSameInstance', list_sort(list(DISTINCT owner.owner_label)
      FILTER (owner.owner_instance = owned.instance))),
    risk_fact('lastActivityDate', owned.last_activity_at)]) AS evidence
FROM risks.accounts AS owned JOIN risks.owners AS owner USING (entity)
WHERE owned.enabled
GROUP BY owned.entity, owned.instance, owned.id, owned.type, owned.label, owned.last_activity_at
