-- title: Machine account without an owner
-- severity: Medium
-- type: Identity
-- entity: Account
-- data: tenant
-- needs: machines
-- why: Nobody reviews what the account may do, and nobody notices when it is no longer needed or is misused.
-- fix: Enter an owner, or disable the account and see what stops working.
-- references: ISO/IEC 27001:2022 A.5.16; NIST SP 800-53 Rev. 5 AC-2; OWASP NHI1:2025
-- Nothing is claimed where not all accounts were read, because one of the others may be the owner.
SELECT entity, instance, id,
  CASE WHEN len(owners) > 0 THEN false
    WHEN instance IN (SELECT instance FROM risks.reads WHERE type = 'Account' AND is_complete) THEN true END AS violated,
  'No owner of the machine account ' || label || ' is known.' AS sentence,
  risk_evidence([risk_fact('subType', sub_type), risk_fact('createdDate', created_at), risk_fact('isAdmin', is_admin),
    risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'Machine'
