-- name: Blast radius of machine and token accounts
-- description: What an attacker with an enabled machine or token account could reach: the accounts that it can act as, directly or through others, and the objects that these accounts reach.
-- tags: non-human, privileged, impersonation
-- parameter rows: 50  how many accounts to show
WITH RECURSIVE acts_as AS (
  SELECT account_id, object_id AS target_id FROM account_access
  WHERE object_type = 'Account' AND entitlement_type = 'Grant'
), identities AS (
  SELECT global_id AS account_id, global_id AS target_id FROM non_human_identities WHERE enabled
  UNION
  SELECT identities.account_id, acts_as.target_id FROM identities JOIN acts_as ON acts_as.account_id = identities.target_id
), reached AS (
  SELECT identities.account_id, count(DISTINCT identities.target_id) - 1 AS impersonatable_accounts,
    count(DISTINCT access.object_id) AS objects, count(DISTINCT access.object_id) FILTER (access.is_privileged) AS privileged_objects
  FROM identities
  LEFT JOIN account_access AS access
    ON access.account_id = identities.target_id AND access.object_type <> 'Account' AND access.entitlement_type = 'Grant'
  GROUP BY identities.account_id
)
SELECT source.source_id, account.alias, account.name, account.sub_type, reached.impersonatable_accounts, reached.privileged_objects,
  reached.objects
FROM reached
JOIN accounts AS account ON account.global_id = reached.account_id
JOIN application_instances AS source USING (application_instance_id)
WHERE reached.impersonatable_accounts > 0 OR reached.objects > 0
ORDER BY reached.impersonatable_accounts DESC, reached.privileged_objects DESC, reached.objects DESC, account.alias
LIMIT :rows
