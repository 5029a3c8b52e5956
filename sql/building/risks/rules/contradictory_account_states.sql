-- title: Account that outlived its identity
-- severity: Medium
-- type: Identity
-- entity: Account
-- data: tenant
-- needs: persons, disabled accounts
-- why: The person is blocked at the identity provider or directory and can still use this account, so the block is not complete.
-- fix: Disable this account too, or enable the account at the identity provider if the person has returned.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2(1)
-- All accounts of the person at identity providers and directories are disabled, and this one is enabled.
WITH people AS (
  SELECT person_id AS person FROM risks.all_person_facts WHERE fact IN ('enabledAtHome', 'disabledAtHome')
  GROUP BY person_id HAVING bool_and(fact = 'disabledAtHome')
)
SELECT account.entity, account.instance, account.id, people.person IS NOT NULL AS violated,
  'The account ' || account.label || ' is enabled, and its person is disabled at the identity provider.' AS sentence,
  risk_evidence([risk_fact('lastActivityDate', account.last_activity_at), risk_fact('isAdmin', account.is_admin)]) AS evidence
FROM risks.accounts AS account LEFT JOIN people USING (person)
WHERE account.enabled AND account.type = 'User' AND account.is_home IS NOT TRUE AND account.person IS NOT NULL
