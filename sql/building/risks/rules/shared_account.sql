-- title: Shared account
-- severity: Medium
-- type: Identity
-- entity: Account
-- data: instance
-- needs: users
-- why: Several people use one account, so nobody can say who did what, and its password leaves with everybody who leaves.
-- fix: Give each person an account. Where that is not possible, keep the password in a vault that records who used it.
-- references: ISO/IEC 27001:2022 A.5.16; NIST SP 800-53 Rev. 5 IA-2(5); CIS Controls 8.1 5.1
SELECT entity, instance, id, true AS violated,
  'Several people share the account ' || label || '.' AS sentence,
  risk_evidence([risk_fact('subType', sub_type), risk_fact('isAdmin', is_admin),
    risk_fact('lastPasswordChangedDate', password_changed_at), risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.accounts WHERE enabled AND sub_type = 'Shared'
