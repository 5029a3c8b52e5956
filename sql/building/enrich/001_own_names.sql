-- The names that can show to whom an account belongs, as hashes: the names of user accounts and employees by which persons are found
-- (010 and 012), each with the object that has it. Objects that share a name, directly or through others, are decided on together;
-- all others do not matter to them. 018_person_names.sql adds what the rules found.
--
-- It may have more names than the rules use, never fewer. is_reader: the object does not have the name itself, it only shows the
-- person who has it as its manager.

CREATE TABLE enrich.own_names AS
WITH accounts AS (
  SELECT "globalId" AS object, "objectMetadata"."ApplicationInstanceId" AS instance, "globalDirectoryEntryId" AS entry,
    delivered(folded("email")) AS email, delivered(folded("alias")) AS login, folded("employeeNumber") AS number, folded("federationId"->>'value') AS federated,
    regexp_replace(lower("federationId"->>'type'), '[^a-z]', '', 'g') IN ('employeenumber', 'employeeid') AS is_linked,
    CASE WHEN list_has_any("authenticationFunctions", ['Identity', 'Directory']) THEN delivered(folded("managerEmails"[1])) END AS manager,
    CASE WHEN list_has_any("authenticationFunctions", ['Identity', 'Directory']) THEN coalesce("alternateEmails", []) ELSE [] END AS alternates
  FROM model."Account" WHERE "type" = 'User'
), named AS (
  SELECT instance, object, email AS name, false AS is_reader FROM accounts WHERE email IS NOT NULL
  UNION ALL
  SELECT instance, object, login, false FROM accounts WHERE login IS DISTINCT FROM email AND contains(login, '@')
  UNION ALL
  SELECT instance, object, federated, false FROM accounts WHERE is_linked
  UNION ALL
  SELECT instance, object, delivered(federated), false FROM accounts WHERE contains(federated, '@')
  UNION ALL
  SELECT instance, object, number, false FROM accounts WHERE number IS NOT NULL
  UNION ALL
  SELECT instance, object, entry::VARCHAR, false FROM accounts WHERE entry IS NOT NULL
  UNION ALL
  SELECT instance, object, object::VARCHAR, false FROM accounts WHERE object IN (SELECT entry FROM accounts)
  UNION ALL
  SELECT instance, object, delivered(folded(unnest(alternates))), false FROM accounts
  UNION ALL
  SELECT instance, object, manager, true FROM accounts WHERE manager IS NOT NULL
  UNION ALL
  SELECT "objectMetadata"."ApplicationInstanceId", "globalId",
    unnest(list_concat([folded("id"), folded("employeeNumber"), delivered(folded("email"))],
      list_transform(coalesce("alternateEmails", []), lambda address: delivered(folded(address))))), false
  FROM model."Employee"
)
SELECT instance AS application_instance_id, object AS object_id, hash(name) AS name, is_reader FROM named WHERE name IS NOT NULL;
