-- The owners of each machine and token account: one row for each known owner. An account without a row has no known owner.
-- owner_account_id: Global id of the owner’s account
-- owner_alias: Username of the owner’s account
-- owner_enabled: True when the owner’s account can be used
-- owner_person_id: Global id of the person who holds the owner’s account
-- owner_name: Name of that person, or of the owner’s account when no person is known
-- owner_employment_status: Whether that person works for the organisation at present
SELECT
  owned.application_instance_id,
  owned.account_id,
  owned.account_alias,
  owned.account_name,
  owned.account_type,
  owned.account_enabled,
  owned.owner_account_id,
  owner."alias" AS owner_alias,
  owner."enabled" AS owner_enabled,
  person."globalId" AS owner_person_id,
  coalesce(person."displayName", owner."name", owner."alias") AS owner_name,
  person."employmentStatus" AS owner_employment_status
FROM (
  SELECT "objectMetadata"."ApplicationInstanceId" AS application_instance_id, "globalId" AS account_id,
    "alias" AS account_alias, "name" AS account_name, "type" AS account_type, "enabled" AS account_enabled,
    unnest("enrichedOwnerAccountIds") AS owner_account_id
  FROM inventory."Account" WHERE "type" <> 'User'
) AS owned
LEFT JOIN inventory."Account" AS owner ON owner."globalId" = owned.owner_account_id
LEFT JOIN inventory."Person" AS person ON person."globalId" = owner."enrichedPersonId"
