-- name: Who gained admin
-- description: Accounts that became administrators since a date: by the flag of the account itself, as a new account, by a new grant or membership that gives them privileged access, or by a grant that became privileged.
-- tags: privileged, changes
-- parameter since: '2026-01-01'  the date or time from which on, for example last Monday
WITH recent AS (
  SELECT object_id, object_type, change, fields, changed_at FROM changes WHERE changed_at >= CAST(:since AS TIMESTAMP)
), flagged AS (
  SELECT object_id AS account_id, changed_at, CASE change WHEN 'Appeared' THEN 'new account' ELSE 'flag' END AS gained_by
  FROM recent JOIN accounts ON accounts.global_id = recent.object_id
  WHERE object_type = 'Account' AND accounts.is_admin
    AND (change = 'Appeared' OR len(list_filter(fields, lambda pair: pair.field = 'isAdmin')) > 0)
), changed_grants AS (
  SELECT object_id, changed_at, unnest(fields) AS changed FROM recent
  WHERE object_type = 'EntityAssignedAccessToObject' AND change = 'Changed'
), grants_gained AS (
  SELECT object_id, changed_at FROM recent
  WHERE object_type = 'EntityAssignedAccessToObject' AND change = 'Appeared'
  UNION ALL
  -- A grant that was there before and did not give privileges: it was not privileged, not enabled or a denial.
  SELECT object_id, changed_at
  FROM (
    SELECT object_id, changed_at, changed."before"->'reasonSpecificData' AS former, changed."after"->'reasonSpecificData' AS present
    FROM changed_grants WHERE changed.field = 'entitlementSpecification'
  )
  WHERE (present->>'$.permissions.isPrivileged') = 'true' AND (present->>'$.enabled') IS DISTINCT FROM 'false'
    AND (present->>'$.type') IS DISTINCT FROM 'Denial'
    AND ((former->>'$.permissions.isPrivileged') IS DISTINCT FROM 'true' OR (former->>'$.enabled') = 'false'
      OR (former->>'$.type') = 'Denial')
), memberships_gained AS (
  SELECT relation.global_entity_id AS member_id, relation.global_managed_via_object_id AS container_id, recent.changed_at
  FROM managed_via AS relation JOIN recent ON recent.object_id = relation.global_id
  WHERE recent.change = 'Appeared'
), privileged AS (
  SELECT account_id, assignment_id, object_name, list_prepend(account_id, list_transform(path, lambda step: step.id)) AS way
  FROM account_access
  WHERE is_privileged AND entitlement_type IS DISTINCT FROM 'Denial' AND is_entitlement_enabled IS DISTINCT FROM false
), steps AS (
  SELECT account_id, object_name, way, unnest(range(1, len(way))) AS place FROM privileged
), gained AS (
  SELECT account_id, changed_at, gained_by, NULL AS object_name FROM flagged
  UNION ALL
  SELECT privileged.account_id, grants_gained.changed_at, 'grant', privileged.object_name
  FROM privileged JOIN grants_gained ON grants_gained.object_id = privileged.assignment_id
  UNION ALL
  SELECT steps.account_id, memberships_gained.changed_at, 'membership', steps.object_name
  FROM steps JOIN memberships_gained ON member_id = way[place] AND container_id = way[place + 1]
)
SELECT source.source_id, account.alias AS account_alias, account.name AS account_name, account.enabled,
  gained.gained_by, list_sort(list(DISTINCT gained.object_name) FILTER (gained.object_name IS NOT NULL)) AS objects, max(gained.changed_at) AS changed_at
FROM gained
JOIN accounts AS account ON account.global_id = gained.account_id
JOIN application_instances AS source USING (application_instance_id)
GROUP BY ALL
ORDER BY changed_at DESC, source_id, account_alias, gained_by
