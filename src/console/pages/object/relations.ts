// What is shown of an object's relations, by type: lists from the model of queries (docs/reference/models.md).
import { saidOfAccount } from '../../objects/assumed-fields.ts';
import type { ObjectType } from '../../objects/object-types.ts';
import { sinceOfMemberships } from '../../objects/since.tsx';
import type { ColumnFields } from '../../objects/sql-list.tsx';

export interface Relation {
  readonly title: string;
  /** `:id` is the global id of the object. */
  readonly sql: string;
  /** Column → what it shows of the interface. */
  readonly fields?: ColumnFields;
  readonly empty: string;
}

const ofViolation: ColumnFields = {
  severity: ['RiskViolation.severity'],
  status: ['RiskViolation.status'],
  since: ['RiskViolation.detectedAt'],
  description: ['RiskViolation.description'],
};
const ofRule: ColumnFields = { ...ofViolation, object_name: ['RiskDefinition.name'] };

/** SQL: the state of a violation, as readers call it. */
const state = `CASE violation.status WHEN 'Suppressed' THEN 'Accepted' ELSE violation.status END AS status`;

const risks: Relation = {
  title: 'Risks',
  sql: `SELECT 'RiskViolation' AS object_type, violation.global_id AS object_id, definition.name AS object_name,
      violation.severity, ${state}, violation.detected_at AS since, violation.description
    FROM risk_violations AS violation
    LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
    WHERE violation.global_entity_id = :id::UUID
    ORDER BY array_position(['Open', 'Unknown', 'Suppressed', 'Resolved'], violation.status),
      array_position(['Critical', 'High', 'Medium', 'Low'], violation.severity), since`,
  fields: ofRule,
  empty: 'No rule is violated.',
};

/** SQL: the groups and roles on the way; a direct membership has none. */
const through = `CASE depth WHEN 1 THEN ['directly'] ELSE [step.name FOR step IN path] END AS through`;

const ofMembership: ColumnFields = {
  steps: ['memberships.depth'],
  since: ['ReachedObject.since'],
  through: ['memberships.path'],
};

const memberships: Relation = {
  title: 'Member of',
  sql: `SELECT container_type AS object_type, container_id AS object_id, container_name AS object_name, depth AS steps,
      CASE depth WHEN 1 THEN since END AS since, ${through}
    FROM memberships LEFT JOIN (${sinceOfMemberships}) ON entity = member_id AND object = container_id
    WHERE member_id = :id::UUID ORDER BY depth, container_type, container_name`,
  fields: ofMembership,
  empty: 'It is a member of nothing, as far as the source says.',
};

const members = (table: 'group_members' | 'role_members', column: string): Relation => ({
  title: 'Members',
  sql: `SELECT member_type AS object_type, member_id AS object_id, member_name AS object_name, depth AS steps,
      CASE depth WHEN 1 THEN since END AS since, ${through}
    FROM ${table} LEFT JOIN (${sinceOfMemberships}) ON entity = member_id AND object = ${column}
    WHERE ${column} = :id::UUID ORDER BY depth, member_type, member_name`,
  fields: ofMembership,
  empty: 'It has no members, as far as the source says.',
});

const owners: Relation = {
  title: 'Owners',
  sql: `SELECT 'Account' AS object_type, owner_account_id AS object_id, owner_alias AS object_name, owner_name AS person,
      owner_enabled AS enabled, owner_employment_status AS employment
    FROM account_owners WHERE account_id = :id::UUID ORDER BY owner_alias`,
  fields: {
    person: ['Person.displayName'],
    enabled: ['Account.enabled'],
    employment: ['Person.employmentStatus'],
  },
  empty: 'No owner is known.',
};

const owned: Relation = {
  title: 'Owns',
  sql: `SELECT 'Account' AS object_type, account_id AS object_id, account_alias AS object_name, account_type AS kind,
      account_enabled AS enabled
    FROM account_owners WHERE owner_account_id = :id::UUID ORDER BY account_alias`,
  fields: { kind: ['Account.type'], enabled: ['Account.enabled'] },
  empty: 'It owns no machine or token account, as far as the sources say.',
};

const accountsOfPerson: Relation = {
  title: 'Accounts',
  sql: `SELECT 'Account' AS object_type, account_id AS object_id, account_alias AS object_name, source_id AS source,
      ${saidOfAccount('enabled', 'account_enabled')} AS enabled, ${saidOfAccount('isAdmin', 'is_admin')} AS administrator, last_activity_date AS "last used"
    FROM person_accounts WHERE person_id = :id::UUID ORDER BY source, account_alias`,
  fields: {
    enabled: ['Account.enabled'],
    administrator: ['Account.isAdmin'],
    'last used': ['Account.lastActivityDate'],
  },
  empty: 'No account is known to be of this person.',
};

const accountsOf = 'SELECT account_id FROM person_accounts WHERE person_id = :id::UUID';

const risksOfPerson: Relation = {
  title: 'Risks',
  sql: `SELECT 'RiskViolation' AS object_type, violation.global_id AS object_id, definition.name AS object_name,
      account.account_alias AS account, violation.severity, ${state}, violation.detected_at AS since, violation.description
    FROM risk_violations AS violation
    LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
    LEFT JOIN person_accounts AS account ON account.account_id = violation.global_entity_id
    WHERE violation.global_entity_id = :id::UUID OR violation.global_entity_id IN (${accountsOf})
    ORDER BY array_position(['Open', 'Unknown', 'Suppressed', 'Resolved'], violation.status),
      array_position(['Critical', 'High', 'Medium', 'Low'], violation.severity), since`,
  fields: { ...ofRule, account: ['Account.alias'] },
  empty: 'No rule is violated, by the person or by an account.',
};

const violations: Relation = {
  title: 'Violations',
  sql: `SELECT 'RiskViolation' AS object_type, global_id AS object_id, description AS object_name, severity, ${state},
      detected_at AS since
    FROM risk_violations AS violation WHERE global_risk_definition_id = :id::UUID
    ORDER BY array_position(['Open', 'Unknown', 'Suppressed', 'Resolved'], violation.status), since`,
  fields: ofViolation,
  empty: 'Nothing violates it.',
};

const relations: Partial<Record<ObjectType, readonly Relation[]>> = {
  Account: [memberships, owners, owned, risks],
  UserGroup: [members('group_members', 'group_id'), memberships, risks],
  Role: [members('role_members', 'role_id'), memberships, risks],
  Person: [accountsOfPerson, risksOfPerson],
  RiskDefinition: [violations],
  RiskViolation: [],
};

export function relationsOf(type: ObjectType): readonly Relation[] {
  return relations[type] ?? [risks];
}
