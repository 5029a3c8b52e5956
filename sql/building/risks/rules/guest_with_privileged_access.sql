-- title: Guest with privileged access
-- severity: High
-- type: Access
-- entity: Account
-- data: instance
-- needs: guests, privileged grants
-- why: Accounts of guests are rarely reviewed, and another organisation decides who uses them.
-- fix: Take the privileged grant away, or take the guest out of the group or role that gives it.
-- references: ISO/IEC 27001:2022 A.5.19; NIST SP 800-53 Rev. 5 AC-6
SELECT entity, instance, id, true AS violated,
  'The guest ' || label || ' holds a privileged grant' || CASE WHEN is_direct THEN '.' ELSE ' through a group or role.' END AS sentence,
  risk_evidence([risk_fact('subType', sub_type), risk_fact('privilegedOn', privilege), risk_fact('isDirect', is_direct),
    risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.administrators WHERE enabled AND sub_type IN ('Guest', 'External') AND is_direct IS NOT NULL
