// The queries that count what the overview shows.
import { sqlQuery } from '../../api/sql.ts';
import { saidOfAccount } from '../../objects/assumed-fields.ts';
import { isComputedSql } from '../../objects/computed-changes.ts';
import type { CollectionPath } from '../../objects/object-types.ts';
import { changesOfWeek } from './lists.ts';

/** What is counted by source: a table of the model, and the collection that lists it. */
const counted: readonly { readonly table: string; readonly path: CollectionPath; readonly where?: string }[] = [
  { table: 'accounts', path: '/v1/accounts' },
  { table: 'accounts', path: '/v1/non-human-identities', where: `type <> 'User'` },
  { table: 'user_groups', path: '/v1/user-groups' },
  { table: 'roles', path: '/v1/roles' },
  { table: 'assigned_applications', path: '/v1/assigned-applications' },
  { table: 'resource_instances', path: '/v1/resource-instances' },
  { table: 'authenticators', path: '/v1/authenticators' },
  { table: 'employees', path: '/v1/employees' },
  { table: 'persons', path: '/v1/persons' },
];

export interface CountBySource {
  readonly path: CollectionPath;
  readonly instance: string;
  readonly count: number;
}

export const countsQuery = sqlQuery<CountBySource>(
  counted
    .map(
      ({ table, path, where = 'true' }) =>
        `SELECT '${path}' AS path, application_instance_id AS instance, count(*) AS count FROM ${table} WHERE ${where} GROUP BY ALL`,
    )
    .join('\nUNION ALL\n'),
);

export const countedPaths = counted.map(({ path }) => path);

export interface Risks {
  readonly severity: 'Critical' | 'High' | 'Medium' | 'Low';
  readonly count: number;
}

export const risksQuery = sqlQuery<Risks>(
  `SELECT severity, count(*) AS count FROM risk_violations WHERE status = 'Open' GROUP BY severity
   ORDER BY array_position(['Critical', 'High', 'Medium', 'Low'], severity)`,
);

export interface Changes {
  /** `First read`: what sources had when they were read for the first time. */
  readonly change: 'Appeared' | 'Changed' | 'Vanished' | 'First read';
  readonly count: number;
}

export const changesQuery = sqlQuery<Changes>(
  `SELECT CASE WHEN is_first_read THEN 'First read' ELSE change END AS change, count(*) AS count
   FROM (${changesOfWeek}) AS changes WHERE NOT ${isComputedSql} GROUP BY ALL
   ORDER BY any_value(is_first_read), 1`,
);

export interface Leavers {
  readonly people: number;
  readonly accounts: number;
  readonly used: number;
  /** Of these accounts, those of which it is not known whether they are enabled. */
  readonly unsaid: number;
  /** People of whom it is known whether they left. */
  readonly known: number;
}

export const leaversQuery = sqlQuery<Leavers>(
  `SELECT count(DISTINCT person_id) FILTER (left_with_access) AS people, count(*) FILTER (left_with_access) AS accounts,
     count(*) FILTER (left_with_access AND coalesce(used_after_last_day, false)) AS used,
     count(*) FILTER (left_with_access AND ${saidOfAccount('enabled', 'account_enabled')} IS NULL) AS unsaid,
     count(DISTINCT person_id) FILTER (employment_status IS NOT NULL AND employment_status <> 'Unknown') AS known
   FROM (SELECT *, employment_status = 'Terminated' AND account_enabled AS left_with_access FROM person_accounts)`,
);
