-- title: Machine or key that can act as many accounts
-- severity: High
-- type: Access
-- entity: Account
-- data: tenant
-- needs: impersonation
-- why: Whoever takes this one identity over has all the accounts that it can act as.
-- fix: Split the identity by task, and limit what each part may impersonate.
-- references: ISO/IEC 27001:2022 A.8.2; NIST SP 800-53 Rev. 5 AC-6; OWASP NHI5:2025
-- parameter accounts: 100  accounts that it can act as, itself or through others
SELECT entity, instance, id, blast_radius >= $accounts AS violated,
  CASE type WHEN 'Token' THEN 'The key ' ELSE 'The machine account ' END || label || ' can act as ' || blast_radius || ' other accounts.'
    AS sentence,
  risk_evidence([risk_fact('impersonatableAccounts', blast_radius), risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.accounts WHERE enabled AND type <> 'User'
