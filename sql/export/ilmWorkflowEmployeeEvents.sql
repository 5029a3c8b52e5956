-- What this service changed for joiners, movers and leavers: one row for each event of an employee and each change of one of the
-- employee's accounts by an action job in the 30 days from the event on. Jobs are started by clients, not by the events, so a row
-- says that the change came after the event, not that it was made because of it. Changes that were made elsewhere are not known. Of
-- the changes that jobs made, the newest 10,000 are looked at.
-- key: employeeId, eventType, eventDate, jobId, accountId, target, record
-- state: account_changes
-- employeeId string: Global id of the employee
-- employeeNumber: Employee.employeeNumber
-- name: Employee.name
-- email: Employee.email
-- eventType string: Joiner, Mover or Leaver
-- eventDate timestamp: First or last day of work; of a mover, when the version was made that first showed the change
-- changedFields string: What changed, of a mover, joined by `; `
-- jobId string: Id of the action job
-- operation string: What the job did to the account
-- jobType string: Change or Revert
-- status string: Whether the change of this account succeeded: Queued, Running, Succeeded, Failed or Cancelled
-- principal string: Who started the job
-- startedAt timestamp: When the job was accepted
-- endedAt timestamp: When the change of this account ended
-- daysAfterEvent number: Days from the event to the start of the job
-- target number: Number of the target in the job
-- record number: Number of the record of this target
-- origin: the account
-- accountId string: Global id of the account
-- alias: Account.alias
SELECT
  employee."globalId" AS "employeeId",
  event.event_type AS "eventType",
  event.event_date AS "eventDate",
  event.fields AS "changedFields",
  change.job_id AS "jobId",
  change.operation AS "operation",
  change.job_type AS "jobType",
  change.status AS "status",
  change.principal_id AS "principal",
  change.started_at AS "startedAt",
  change.ended_at AS "endedAt",
  date_sub('day', event.event_date, change.started_at) AS "daysAfterEvent",
  change.target AS "target",
  change.record AS "record",
  account."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  account."globalId" AS "accountId"
FROM (
  SELECT employee_id, event_type, event_date, string_agg(field, '; ' ORDER BY field) AS fields
  FROM exports.employee_events GROUP BY ALL
) AS event
JOIN inventory."Employee" AS employee ON employee."globalId" = event.employee_id
JOIN inventory."Account" AS account ON account."enrichedPersonId" = employee."enrichedPersonId"
JOIN inventory.application_instances AS instance
  ON instance.application_instance_id = account."objectMetadata"."ApplicationInstanceId"
JOIN exports.account_changes AS change ON change.source_id = instance.source_id AND change.account_local_id = account."id"
WHERE change.started_at >= date_trunc('day', event.event_date) AND change.started_at < event.event_date + INTERVAL 30 DAY
