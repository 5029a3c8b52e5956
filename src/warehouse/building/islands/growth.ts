// Finds application instances that the plan takes for unchanged, but that a change reaches: they have to be computed too.
import type { DuckDB } from '../../duckdb.ts';
import {
  allPreviousRows,
  isNoneOf,
  isOneOf,
  replacedRows,
  type UnchangedInstances,
  unchangedRows,
} from '../previous/rows.ts';

/** Ends a computation that has to be repeated with more instances. */
export class MoreInstances extends Error {
  readonly instances: ReadonlySet<string>;

  constructor(instances: ReadonlySet<string>) {
    super(`${instances.size} more application instances have to be computed`);
    this.name = 'MoreInstances';
    this.instances = instances;
  }
}

/**
 * Call after the step `enrich`. Finds unchanged instances that are connected with a computed one, that have an account which belongs to
 * another person now, or that have an account of a person whose shared fields (email address, department and others) changed.
 * @throws MoreInstances
 */
export async function checkEnriched(duckdb: DuckDB, unchanged: UnchangedInstances): Promise<void> {
  const pairs = await connectedPairs(duckdb, unchanged);
  const isUnchanged = isOneOf('application_instance_id', unchanged.instances);
  const evidence = [
    ['account_person_evidence', 'account_id'],
    ['person_conflicts', 'object_id'],
  ].map(([name, object]) => {
    const previous = `SELECT * FROM ${unchangedRows(unchanged, name!)} WHERE ${object} IN (SELECT object FROM neighbours.objects WHERE is_touched)`;
    const found = `SELECT * FROM enrich.${name} WHERE ${isUnchanged} AND ${object} IN (SELECT object FROM neighbours.objects WHERE is_touched)`;
    return `SELECT application_instance_id FROM (((${previous}) EXCEPT (${found})) UNION ALL ((${found}) EXCEPT (${previous})))`;
  });
  const fields = sharedFields.map(name => `"${name}"`).join(', ');
  const persons = (table: string) =>
    `SELECT "globalId", ${fields} FROM ${table} WHERE "globalId" IN (FROM neighbours.persons)`;
  const changed = `SELECT "globalId" FROM ((${persons(allPreviousRows(unchanged, 'Person'))}) EXCEPT (${persons('enrich."Person"')}))`;
  evidence.push(`SELECT application_instance_id FROM neighbours.person_accounts WHERE person_id IN (${changed})`);
  const rows = await duckdb.rows<{ instance: string }>(
    `SELECT DISTINCT application_instance_id::VARCHAR AS instance FROM (${evidence.join(' UNION ALL ')})`,
  );
  grow(unchanged, [...pairs.flat(), ...rows.map(({ instance }) => instance)]);
}

/** What other objects show of a person. */
const sharedFields = [
  ...['email', 'employmentStatus', 'employmentType', 'terminationDate', 'department', 'title', 'managerEmail'],
  'globalEmployeeId',
];

/**
 * Pairs of instances that a token connects (sql/building/enrich/080_instance_links.sql), at least one of them computed. Each pair begins
 * with the first instance that has the token.
 */
export async function connectedPairs(duckdb: DuckDB, unchanged: UnchangedInstances): Promise<[string, string][]> {
  const own = `SELECT * FROM enrich.instance_links WHERE ${isNoneOf('application_instance_id', unchanged.instances)}`;
  const others = `SELECT * FROM ${unchanged.instances.size > 0 ? unchangedRows(unchanged, 'instance_links') : 'enrich.instance_links WHERE false'}`;
  const rows = await duckdb.rows<{ first: string; instance: string }>(`
    WITH own AS (${own}), every AS (
      FROM own UNION ALL (SELECT * FROM (${others}) WHERE token IN (SELECT token FROM own))
    ), tokens AS (
      SELECT token, min(application_instance_id) AS first FROM every GROUP BY token
      HAVING count(DISTINCT application_instance_id) > 1 AND (min(side) = 0 OR min(side) <> max(side))
    )
    SELECT DISTINCT first::VARCHAR AS first, application_instance_id::VARCHAR AS instance
    FROM every JOIN tokens USING (token) WHERE first <> application_instance_id`);
  return rows.map(({ first, instance }) => [first, instance]);
}

/**
 * Call after the tables of the rules are made. Finds unchanged instances with accounts of persons whose facts changed. When persons become
 * known for the first time, or are no longer known, these are all instances, because the rule about orphaned accounts then begins or
 * stops to apply.
 * @throws MoreInstances
 */
export async function checkFacts(duckdb: DuckDB, unchanged: UnchangedInstances): Promise<void> {
  const [known] = await duckdb.rows<{ now: boolean; before: boolean }>(`SELECT
    EXISTS (FROM analytics.person_accounts) OR EXISTS (FROM neighbours.person_accounts) AS now,
    EXISTS (FROM ${allPreviousRows(unchanged, 'person_accounts')}) AS before`);
  if (known!.now !== known!.before) throw new MoreInstances(unchanged.instances);
  const facts = 'person_id, fact, pair, side';
  const before = `SELECT ${facts} FROM ${replacedRows(unchanged, 'person_facts')}`;
  const previous = `SELECT ${facts} FROM neighbours.person_facts UNION ALL ${before}`;
  const found = `SELECT ${facts} FROM risks.all_person_facts`;
  const rows = await duckdb.rows<{ instance: string }>(`
    SELECT DISTINCT application_instance_id::VARCHAR AS instance FROM neighbours.person_accounts
    WHERE accounts > 0 AND person_id IN (
      SELECT person_id FROM (((${previous}) EXCEPT (${found})) UNION ALL ((${found}) EXCEPT (${previous}))))`);
  grow(
    unchanged,
    rows.map(({ instance }) => instance),
  );
}

function grow(unchanged: UnchangedInstances, instances: readonly string[]): void {
  const more = new Set(instances.filter(instance => unchanged.instances.has(instance)));
  if (more.size > 0) throw new MoreInstances(more);
}
