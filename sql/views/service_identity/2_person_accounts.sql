-- The accounts of each person, over all applications.
-- person_id: Global id of the person
-- person_name: Name of the person
-- person_email: Primary e-mail address of the person
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
  account."lastActivityDate" AS last_activity_date
FROM inventory."Person" AS person
JOIN inventory."Account" AS account ON account."enrichedPersonId" = person."globalId"
LEFT JOIN inventory.application_instances AS instance
  ON instance.application_instance_id = account."objectMetadata"."ApplicationInstanceId"
