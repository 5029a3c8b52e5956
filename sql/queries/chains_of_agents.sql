-- name: Chains from people to what their agents reach
-- description: For each enabled AI agent: the person who answers for it, the blueprints, applications and other accounts that may act as it by a grant, the agent, the group, role or permission set through which it has a grant, the object of the grant and the scopes or permissions that the source names, and when agent and keys expire. A part that the sources do not say is empty; an empty expiry is no proof that there is none.
-- tags: non-human, agents, privileged, NHI1:2025, NHI5:2025
WITH agents AS (
  SELECT global_id AS account_id, application_instance_id, alias, name, expiration_date
  FROM non_human_identities WHERE enabled AND sub_type = 'Agent'
), sponsors AS (
  SELECT account_id, owner_name, owner_alias, owner_employment_status FROM account_owners
), keys AS (
  SELECT owners.owner_account_id AS account_id, max(tokens.expiration_date) AS last_key_expires, count(*) AS keys
  FROM account_owners AS owners JOIN accounts AS tokens ON tokens.global_id = owners.account_id
  WHERE tokens.type = 'Token' AND tokens.enabled GROUP BY ALL
), actors AS (
  SELECT steps.to_id AS account_id, list(DISTINCT actor.alias ORDER BY actor.alias) AS acted_as_by
  FROM impersonation_steps AS steps JOIN accounts AS actor ON actor.global_id = steps.from_id
  WHERE steps.reason = 'Impersonation' AND steps.from_type = 'Account' AND steps.to_type = 'Account' GROUP BY ALL
)
SELECT source.source_id, sponsors.owner_name AS person, sponsors.owner_alias AS person_account, sponsors.owner_employment_status,
  actors.acted_as_by, agents.alias AS agent, agents.name AS agent_name, access.access_path AS through, access.object_type, access.object_name,
  access.specifiers, access.is_privileged, agents.expiration_date AS agent_expires, coalesce(keys.keys, 0) AS keys, keys.last_key_expires
FROM agents
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN sponsors USING (account_id)
LEFT JOIN keys USING (account_id)
LEFT JOIN actors USING (account_id)
LEFT JOIN (FROM account_access WHERE entitlement_type = 'Grant') AS access USING (account_id)
ORDER BY source.source_id, agent, person, object_type, object_name, through
