-- Joiners and leavers by the dates of their HR record, and movers by what changed in it between versions, as long as that is known.
SELECT "globalId" AS employee_id, 'Joiner' AS event_type, "hireDate" AS event_date, NULL AS field, NULL AS value_before, NULL AS value_after
FROM inventory."Employee" WHERE "hireDate" IS NOT NULL
UNION ALL
SELECT "globalId", 'Leaver', "terminationDate", NULL, NULL, NULL
FROM inventory."Employee" WHERE "terminationDate" IS NOT NULL
UNION ALL
SELECT object_id, 'Mover', changed_at, pair.field, pair."before"->>'$', pair."after"->>'$'
FROM (
  SELECT object_id, changed_at, unnest(fields) AS pair FROM inventory.changes
  WHERE object_type = 'Employee' AND change = 'Changed'
)
WHERE pair.field IN ('employmentType', 'title', 'jobCode', 'jobFamily', 'jobFamilyGroup', 'jobFunction', 'department', 'departmentId',
  'costCenter', 'companyName', 'location', 'countryCode', 'managerEmployeeId', 'managerEmail')
