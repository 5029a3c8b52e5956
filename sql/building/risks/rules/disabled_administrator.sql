-- title: Disabled account that keeps its privileges
-- severity: Low
-- type: Access
-- entity: Account
-- data: instance
-- needs: administrators, disabled accounts
-- why: Whoever enables the account again, by mistake or on purpose, gets an administrator.
-- fix: Take the administrator rights and privileged grants away from the account.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2
SELECT entity, instance, id, true AS violated,
  subject_text || ' is disabled and keeps its privileges.' AS sentence,
  risk_evidence([risk_fact('isAdmin', is_admin), risk_fact('privilegedOn', privilege), risk_fact('lastActivityDate', last_activity_at)])
    AS evidence
FROM risks.administrators WHERE NOT enabled
