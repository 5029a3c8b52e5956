-- The accounts of each person, over all applications.
-- person_id: Global id of the person
-- person_name: Name of the person
-- person_email: Primary e-mail address of the person
-- used_after_last_day: Whether the account was used after the person’s last day of work; NULL where that depends on the time zone of the person, or a date is not known
SELECT
  account."objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  instance.source_id,
  person."globalId" AS person_id,
  person."displayName" AS person_name,
  person."email" AS person_email,
  person."employmentStatus" AS employment_status,
  person."employmentType" AS employment_type,
  person."terminationDate" AS termination_date,
  person."department" AS department,
  account."globalId" AS account_id,
  account."alias" AS account_alias,
  account."name" AS account_name,
  account."type" AS account_type,
  account."enabled" AS account_enabled,
  account."isAdmin" AS is_admin,
  account."lastActivityDate" AS last_activity_date,
  -- A date without a time is its midnight in UTC. The day after it begins 10 hours after that in the easternmost time zone (+14:00),
  -- and 36 hours after it in the westernmost (-12:00). The same as the macro `is_used_after` of the risk rules.
  CASE WHEN date_trunc('day', person."terminationDate") <> person."terminationDate"
      OR date_trunc('day', account."lastActivityDate") = account."lastActivityDate" THEN account."lastActivityDate" > person."terminationDate"
    WHEN account."lastActivityDate" < person."terminationDate" + INTERVAL 10 HOUR THEN false
    WHEN account."lastActivityDate" >= person."terminationDate" + INTERVAL 36 HOUR THEN true END AS used_after_last_day
FROM inventory."Person" AS person
JOIN inventory."Account" AS account ON account."enrichedPersonId" = person."globalId"
LEFT JOIN inventory.application_instances AS instance
  ON instance.application_instance_id = account."objectMetadata"."ApplicationInstanceId"
