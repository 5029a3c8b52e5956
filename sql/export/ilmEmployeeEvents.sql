-- Joiners, movers and leavers: one row for each first and last day of work of an employee, and for each field of the HR record that
-- changed. Joiners and leavers are known by their dates. Movers are known from the changes between versions, as far back as they are
-- kept; employees whose record vanished are not shown.
-- key: applicationInstanceId, employeeId, eventType, eventDate, field
-- origin: the employee
-- employeeId string: Global id of the employee
-- employeeLocalId: Employee.id
-- employeeNumber: Employee.employeeNumber
-- name: Employee.name
-- email: Employee.email
-- eventType string: Joiner, Mover or Leaver
-- eventDate timestamp: First or last day of work; of a mover, when the version was made that first showed the change
-- isPlanned boolean: True when the date is after that of the data
-- field string: What changed, of a mover
-- valueBefore string: Its value before
-- valueAfter string: Its value afterwards
-- employmentStatus: Employee.employmentStatus
-- employmentType: Employee.employmentType
-- title: Employee.title
-- department: Employee.department
-- managerEmail: Employee.managerEmail
-- personId: Employee.enrichedPersonId
-- analyticsAccountCount: Employee.analyticsAccountCount
-- analyticsEnabledAccountCount: Employee.analyticsEnabledAccountCount
SELECT
  employee."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  employee."globalId" AS "employeeId",
  event.event_type AS "eventType",
  event.event_date AS "eventDate",
  event.event_type <> 'Mover' AND event.event_date > coalesce(unconfirmed.data_date, completeness.data_date) AS "isPlanned",
  event.field AS "field",
  event.value_before AS "valueBefore",
  event.value_after AS "valueAfter"
FROM exports.employee_events AS event
JOIN inventory."Employee" AS employee ON employee."globalId" = event.employee_id
LEFT JOIN inventory.source_completeness AS completeness
  ON completeness.application_instance_id = employee."objectMetadata"."ApplicationInstanceId" AND completeness.type = 'Employee'
LEFT JOIN inventory.unconfirmed_objects AS unconfirmed ON unconfirmed.object_id = employee."globalId"
