-- name: Blast radius of machine and token accounts
-- description: What an attacker with an enabled machine or token account could reach: how many accounts it can act as, directly or through others, and the objects that it and these accounts reach. Those that can act as the most accounts come first; the number is empty where it is not known.
-- tags: non-human, privileged, impersonation, NHI5:2025
-- parameter rows: 20  how many accounts to show
WITH RECURSIVE identities AS (
  SELECT global_id AS account_id, application_instance_id, alias, name, sub_type,
    analytics_impersonatable_accounts_count AS impersonatable_accounts
  FROM non_human_identities WHERE enabled ORDER BY impersonatable_accounts DESC NULLS LAST, alias, account_id LIMIT :rows
), next_nodes AS (
  SELECT from_node, to_node FROM impersonation_steps WHERE is_in_force
  UNION ALL
  SELECT DISTINCT steps.to_node, accounts.global_id
  FROM impersonation_steps AS steps JOIN accounts ON accounts.application_instance_id = steps.to_id
  WHERE steps.to_type = 'ApplicationInstance'
), acts_as AS (
  SELECT account_id, account_id AS node FROM identities
  UNION
  SELECT acts_as.account_id, next_nodes.to_node FROM acts_as JOIN next_nodes ON next_nodes.from_node = acts_as.node
), reached AS (
  SELECT acts_as.account_id, count(DISTINCT access.object_id) AS objects,
    count(DISTINCT access.object_id) FILTER (access.is_privileged) AS privileged_objects
  FROM acts_as JOIN account_access AS access ON access.account_id = acts_as.node
  WHERE access.object_type <> 'Account' AND access.entitlement_type = 'Grant'
  GROUP BY acts_as.account_id
)
SELECT source.source_id, identities.alias, identities.name, identities.sub_type, identities.impersonatable_accounts,
  coalesce(reached.privileged_objects, 0) AS privileged_objects, coalesce(reached.objects, 0) AS objects
FROM identities
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN reached USING (account_id)
WHERE identities.impersonatable_accounts > 0 OR reached.objects > 0
ORDER BY identities.impersonatable_accounts DESC NULLS LAST, privileged_objects DESC, objects DESC, identities.alias
