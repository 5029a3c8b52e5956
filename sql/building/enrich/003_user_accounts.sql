-- User accounts with the names by which they are compared, read once for all rules.

CREATE TABLE enrich.user_accounts AS
SELECT "globalId" AS account, "objectMetadata"."ApplicationInstanceId" AS instance, "id", "enabled",
  "subType" = 'Shared' AS is_shared,
  "ssoRequirements" IS NOT DISTINCT FROM 'Disabled' AS is_sso_disabled,
  list_contains("authenticationFunctions", 'Identity') AS is_identity,
  list_contains("authenticationFunctions", 'Directory') AS is_directory,
  list_contains("authenticationFunctions", 'ApplicationAccount') AS is_application_account,
  mail_address("email") AS email,
  list_distinct(list_transform(coalesce("alternateEmails", []), lambda address: mail_address(address))) AS alternate_emails,
  folded("alias") AS alias, folded("employeeNumber") AS number,
  folded("federationId"->>'value') AS federation_id, "federationId"->>'type' AS federation_type,
  "federationId"->>'authenticationKey' AS federation_key,
  "globalDirectoryEntryId" AS directory_entry
FROM model."Account" WHERE "type" = 'User';
