-- title: Sensitive resource open to everyone
-- severity: High
-- type: Access
-- entity: ResourceInstance
-- data: instance
-- needs: sensitive resources, groups
-- why: Everybody in the organisation reaches a resource that the source marks as sensitive, and so does whoever takes over any account.
-- fix: Give the access to a group of those who need it, and take it from the group of everyone.
-- references: ISO/IEC 27001:2022 A.5.15; NIST SP 800-53 Rev. 5 AC-6; CIS Controls 8.1 3.3
-- parameter names: 'everyone,all users,all employees,all staff,domain users,authenticated users'  names of groups of everyone, in any case, separated by commas; `*` stands for any text
-- parameter percent: 90  share of the accounts of the instance from which a group counts as everyone
-- The access may be given to the resource or to one that contains it, and to the group or to a group or role that it is in.
WITH sizes AS (
  SELECT instance, count(*) AS accounts FROM risks.accounts GROUP BY instance
), everyone AS (
  SELECT grp.number, grp.label FROM risks.groups AS grp LEFT JOIN sizes USING (instance)
  WHERE grp.gives_access AND (
    EXISTS (FROM (SELECT lower(trim(unnest(string_split($names, ',')))) AS pattern) AS known WHERE lower(grp.label) GLOB known.pattern)
    OR (sizes.accounts >= 10 AND grp.members * 100 >= sizes.accounts * $percent))
), ways AS (
  SELECT everyone.label, pairs.outside AS holder
  FROM everyone JOIN analytics.container_pairs AS pairs ON pairs.inside = everyone.number
), places AS (
  SELECT entity, number AS granted, false AS is_around FROM risks.sensitive_resources
  UNION ALL
  SELECT resource.entity, pairs.ancestor, true
  FROM risks.sensitive_resources AS resource JOIN analytics.resource_pairs AS pairs ON pairs.resource = resource.number
), opened AS (
  SELECT places.entity, list_sort(list(DISTINCT ways.label)) AS groups
  FROM places JOIN risks.grants AS granted ON granted.object = places.granted JOIN ways ON ways.holder = granted.holder
  WHERE NOT places.is_around OR granted.has_contents
  GROUP BY places.entity
)
SELECT resource.entity, resource.instance, resource.id, true AS violated,
  'The sensitive resource ' || resource.label || ' is open to the group ' || opened.groups[1] || '.' AS sentence,
  risk_evidence([risk_fact('groups', opened.groups)]) AS evidence
FROM opened JOIN risks.sensitive_resources AS resource USING (entity)
