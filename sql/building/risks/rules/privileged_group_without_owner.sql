-- title: Privileged group without an owner
-- severity: Medium
-- type: Access
-- entity: UserGroup
-- data: instance
-- needs: groups, privileged grants
-- why: Nobody decides who becomes a member of a group that gives privileges, and nobody reviews its members.
-- fix: Enter an owner for the group, and have the owner review its members.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2
-- Nothing is claimed in an instance that reports no owner of any group.
SELECT entity, instance, id,
  CASE WHEN has_owner THEN false WHEN instance IN (SELECT instance FROM risks.groups WHERE has_owner) THEN true END AS violated,
  'The group ' || label || ' gives privileges and has no owner.' AS sentence,
  risk_evidence([risk_fact('privilegedOn', privilege), risk_fact('members', members)]) AS evidence
FROM risks.groups WHERE is_privileged
