// The SQL of the page: which accounts a rule or a condition finds, and what they hold.
import { formatCount } from '../../components/text/number.tsx';
import { saidOfAccount } from '../../objects/assumed-fields.ts';
import type { ColumnFields } from '../../objects/sql-list.tsx';
import type { FixSearch } from './fix-search.ts';

/** The most accounts of one job. */
export const mostAccounts = 1000;

/** "1 account", "94 accounts" */
export const accountCount = (count: number): string => `${formatCount(count)} ${count === 1 ? 'account' : 'accounts'}`;

export interface FoundAccount {
  readonly object_id: string;
  readonly object_name: string;
  readonly source: string;
}

/** The condition is the reader's own SQL; the service checks it as it checks every query, and it can only read. */
export const accountsSql = ({ where = 'true' }: FixSearch): string =>
  `SELECT 'Account' AS object_type, accounts.global_id AS object_id, accounts.alias AS object_name, accounts.source_id AS source,
  accounts.name AS person, ${saidOfAccount('enabled', 'accounts.enabled', 'accounts.source_id')} AS enabled, accounts.last_activity_date AS last_used, accounts.analytics_access_risk_posture AS worst_risk
FROM accounts
WHERE (:source IS NULL OR accounts.application_instance_id::VARCHAR = :source)
  AND (:rule IS NULL OR accounts.global_id IN (
    SELECT global_entity_id FROM risk_violations WHERE status = 'Open' AND risk_definition_id = :rule))
  AND (:accounts IS NULL OR accounts.global_id IN (SELECT unnest(string_split(:accounts, ' ')::UUID[])))
  AND (${where}
  )
ORDER BY accounts.source_id, accounts.alias, accounts.global_id
LIMIT ${mostAccounts}`;

/** What the columns of {@link accountsSql} show of the interface. */
export const accountsFields: ColumnFields = {
  person: ['Account.name'],
  enabled: ['Account.enabled'],
  last_used: ['Account.lastActivityDate'],
  worst_risk: ['Account.analyticsAccessRiskPosture'],
};

/** The parameters of {@link accountsSql}. */
export const accountsParameters = ({ source = null, rule = null, accounts = null }: Nullable<FixSearch>) => ({
  source,
  rule,
  accounts,
});

type Nullable<Object> = { readonly [Name in keyof Object]: Object[Name] | null };

/** Rules with open violations of accounts. */
export interface FoundRule {
  readonly rule: string;
  readonly name: string;
  readonly violations: number;
}

export const rulesSql = `SELECT risk_definition_id AS rule, any_value(coalesce(definition.name, risk_definition_id)) AS name,
  count(*) AS violations
FROM risk_violations AS violation
LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
WHERE status = 'Open' AND entity_type = 'Account'
GROUP BY risk_definition_id ORDER BY name`;

/** The roles or groups that the accounts hold directly, those that most of them hold first. */
export const containersSql = `SELECT container_id AS id, any_value(container_name) AS name, any_value(source_id) AS source,
  list(DISTINCT member_id::VARCHAR) AS members
FROM memberships
WHERE member_id::VARCHAR IN (:ids) AND container_type = :type AND depth = 1
GROUP BY container_id ORDER BY len(members) DESC, name LIMIT 200`;
