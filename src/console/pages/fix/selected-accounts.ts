// The SQL of the page: which accounts a rule or a condition finds, what they hold, and whom to ask about them.
import type { FixSearch } from './fix-search.ts';

/** The most accounts of one job. */
export const mostAccounts = 1000;

export interface FoundAccount {
  readonly object_id: string;
  readonly object_name: string;
  readonly source: string;
}

/** The condition is the reader's own SQL; the service checks it as it checks every query, and it can only read. */
export const accountsSql = ({ where = 'true' }: FixSearch): string =>
  `SELECT 'Account' AS object_type, accounts.global_id AS object_id, accounts.alias AS object_name, accounts.source_id AS source,
  accounts.name AS person, accounts.enabled, accounts.last_activity_date AS last_used, accounts.analytics_access_risk_posture AS worst_risk
FROM accounts
WHERE (:source IS NULL OR accounts.application_instance_id::VARCHAR = :source)
  AND (:rule IS NULL OR accounts.global_id IN (
    SELECT global_entity_id FROM risk_violations WHERE status = 'Open' AND risk_definition_id = :rule))
  AND (${where}
  )
ORDER BY accounts.source_id, accounts.alias, accounts.global_id
LIMIT ${mostAccounts}`;

/** Rules with open violations of accounts. */
export const rulesSql = `SELECT risk_definition_id AS rule, any_value(coalesce(definition.name, risk_definition_id)) AS name,
  count(*) AS violations
FROM risk_violations AS violation
LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
WHERE status = 'Open' AND entity_type = 'Account'
GROUP BY risk_definition_id ORDER BY name`;

/** The roles or groups that the accounts hold directly, those that most of them hold first. */
export const containersSql = `SELECT container_id AS id, any_value(container_name) AS name, any_value(source_id) AS source,
  count(DISTINCT member_id) AS accounts
FROM memberships
WHERE member_id::VARCHAR IN (:ids) AND container_type = :type AND depth = 1
GROUP BY container_id ORDER BY accounts DESC, name LIMIT 200`;

/** Who has left cannot be asked. The steward of a person's account is often that person, so the manager comes first. */
export const askSql = `WITH owners AS (
  SELECT account_id, string_agg(DISTINCT owner_name, ', ' ORDER BY owner_name) AS names FROM account_owners
  WHERE owner_employment_status IS DISTINCT FROM 'Terminated' GROUP BY account_id
), candidates AS (
  SELECT accounts.global_id, source_id, alias, owners.names AS owner, coalesce(sor_manager_email, manager_emails[1]) AS manager,
    CASE WHEN sor_employment_status IS DISTINCT FROM 'Terminated' THEN sor_primary_steward_email END AS steward
  FROM accounts LEFT JOIN owners ON owners.account_id = accounts.global_id
  WHERE accounts.global_id::VARCHAR IN (:ids)
)
SELECT 'Account' AS object_type, global_id AS object_id, alias AS object_name, source_id AS source,
  coalesce(owner, manager, steward) AS ask,
  CASE WHEN owner IS NOT NULL THEN 'owns the account' WHEN manager IS NOT NULL THEN 'manages its holder'
    WHEN steward IS NOT NULL THEN 'is its steward' ELSE 'nobody is known' END AS because
FROM candidates ORDER BY ask NULLS LAST, source, object_name`;
