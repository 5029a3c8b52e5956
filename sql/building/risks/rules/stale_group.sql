-- title: Access through a stale group
-- severity: Medium
-- type: Access
-- entity: UserGroup
-- data: instance
-- needs: groups, activity
-- why: The group gives access that none of its members has used their account for in a long time. Whoever is added inherits all of it.
-- fix: Take the access from the group, or delete the group.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-6(7)
-- parameter days: 90  days for which no enabled account in the group, nested groups included, was used
-- Nothing is claimed when the use of one of the accounts is unknown.
SELECT grp.entity, grp.instance, grp.id, used.days_unused >= $days AS violated,
  'The group ' || grp.label || ' gives access, and none of its accounts has been used for ' || counted_days(used.days_unused) || '.'
    AS sentence,
  risk_evidence([risk_fact('daysSinceLastActivity', used.days_unused), risk_fact('givesPrivileges', grp.is_privileged)]) AS evidence
FROM risks.groups AS grp JOIN risks.group_use AS used USING (entity)
