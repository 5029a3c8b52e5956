// Collects the auxiliary tables that steps of the build make, as they are written.
import type { DuckDB } from '../../duckdb.ts';
import type { NumberRange } from '../../version/islands.ts';
import { isNoneOf } from '../previous/rows.ts';
import { firstFree, numberRanges } from './numbers.ts';
import { type AuxiliaryTable, auxiliaryColumns } from './write-auxiliary.ts';

/** The auxiliary tables that a step of the build makes as a table or view of the same name. */
const stepOfTable = {
  unconfirmed_objects: 'model',
  container_nesting: 'analytics',
  resource_nesting: 'analytics',
  impersonation_steps: 'impersonation',
  access_nodes: 'analytics',
  access_memberships: 'analytics',
  access_nesting: 'analytics',
  access_grants: 'analytics',
  access_containments: 'analytics',
  access_places: 'analytics',
  account_person_evidence: 'enrich',
  person_conflicts: 'enrich',
  sso_links: 'enrich',
  sso_near_misses: 'enrich',
  found_gaps: 'impersonation',
  instance_links: 'enrich',
  person_names: 'enrich',
  person_accounts: 'analytics',
  person_violations: 'violations',
  person_facts: 'risks',
} as const satisfies Partial<Record<AuxiliaryTable, string>>;

type StepTable = keyof typeof stepOfTable;

export const stepTables = Object.keys(stepOfTable) as StepTable[];

/** The columns with numbers of nodes. */
const numberColumns: Partial<Record<StepTable, readonly string[]>> = {
  access_nodes: ['number'],
  access_memberships: ['member', 'container'],
  access_nesting: ['inside', 'outside'],
  access_grants: ['holder', 'object'],
  access_containments: ['resource', 'parent'],
  access_places: ['resource', 'ancestor'],
};

/**
 * Fill schema `staged` with the rows that were computed. Nodes get numbers that no unchanged instance has.
 * @param unchanged application instances that are not computed
 * @param taken the numbers that nodes of unchanged instances have
 * @returns application instance → the numbers of its nodes
 */
export async function stageAuxiliary(
  duckdb: DuckDB,
  unchanged: ReadonlySet<string>,
  taken: readonly NumberRange[],
): Promise<ReadonlyMap<string, NumberRange>> {
  const [nodes] = await duckdb.rows<{ last: number | null }>('SELECT max(number) AS last FROM analytics.nodes');
  const offset = unchanged.size === 0 ? 0 : firstFree(taken, nodes!.last ?? 0) - 1;
  await duckdb.run(`ATTACH OR REPLACE ':memory:' AS staged`);
  for (const name of stepTables) {
    const moved = offset === 0 ? [] : (numberColumns[name] ?? []).map(column => `${column} + ${offset} AS ${column}`);
    await duckdb.run(`CREATE TABLE staged.${name} (${auxiliaryColumns(name)});
      INSERT INTO staged.${name} BY NAME
      SELECT * ${moved.length > 0 ? `REPLACE (${moved.join(', ')})` : ''} FROM ${stepOfTable[name]}.${name}
      WHERE ${isNoneOf('application_instance_id', unchanged)}`);
  }
  return numberRanges(duckdb, 'staged.access_nodes');
}
