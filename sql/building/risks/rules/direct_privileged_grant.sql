-- title: Privilege given to a person directly
-- severity: Low
-- type: Access
-- entity: Account
-- data: instance
-- needs: privileged grants
-- why: Grants outside of groups and roles are missed when somebody changes the job, and by every review of groups and roles.
-- fix: Give the privilege to a group or role, and make the account a member.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-6; CIS Controls 8.1 6.8
SELECT entity, instance, id, is_direct AS violated,
  'The account ' || label || ' holds a privileged grant that is not given through a group or role.' AS sentence,
  risk_evidence([risk_fact('privilegedOn', privilege)]) AS evidence
FROM risks.administrators WHERE enabled AND type = 'User' AND is_direct IS NOT NULL
