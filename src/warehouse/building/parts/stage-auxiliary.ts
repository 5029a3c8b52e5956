// Collects the auxiliary tables that steps of the build make, as they are written.
import type { DuckDB } from '../../duckdb.ts';
import type { NumberRange } from '../../version/islands.ts';
import { isNoneOf } from '../previous/rows.ts';
import { relationsBehind } from '../working/units.ts';
import type { WorkingTables } from '../working/working-tables.ts';
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

export interface Staging {
  /** Application instances that are not computed. */
  readonly unchanged: ReadonlySet<string>;
  /** Application instance → the numbers that its nodes have in the version in service. */
  readonly numbers: ReadonlyMap<string, NumberRange>;
  /** The tables that stay between builds. */
  readonly working: WorkingTables | undefined;
}

export interface Staged {
  /** Application instance → the numbers of its nodes. */
  readonly numbers: ReadonlyMap<string, NumberRange>;
  /** The tables whose rows are those of the version in service, so they are not staged. */
  readonly same: ReadonlySet<string>;
}

/** Fill schema `staged` with the rows that were computed. Nodes keep their numbers, or get numbers that no unchanged instance has. */
export async function stageAuxiliary(duckdb: DuckDB, { unchanged, numbers, working }: Staging): Promise<Staged> {
  const nodes = '(SELECT instance AS application_instance_id, number FROM analytics.nodes)';
  const computed = await numberRanges(duckdb, nodes, unchanged);
  const sameOffset = offsetOf(computed, numbers);
  const offset = sameOffset ?? (await freeOffset(duckdb, unchanged, numbers));
  const same = new Set<string>();
  await duckdb.run(`ATTACH OR REPLACE ':memory:' AS staged`);
  for (const name of stepTables) {
    const step = stepOfTable[name];
    const columns = numberColumns[name] ?? [];
    const isSame =
      (columns.length === 0 || sameOffset !== undefined) && (await hasSameRows(duckdb, `${step}.${name}`, working));
    if (isSame) same.add(name);
    const moved = offset === 0 ? [] : columns.map(column => `${column} + ${offset} AS ${column}`);
    await duckdb.run(`CREATE TABLE staged.${name} (${auxiliaryColumns(name)});
      INSERT INTO staged.${name} BY NAME
      SELECT * ${moved.length > 0 ? `REPLACE (${moved.join(', ')})` : ''} FROM ${step}.${name}
      WHERE ${isSame ? 'false' : isNoneOf('application_instance_id', unchanged)}`);
  }
  const moved = [...computed].map(([instance, [first, last]]) => [instance, [first + offset, last + offset]] as const);
  return { numbers: new Map(moved), same };
}

/** What has to be added to numbers so that they are those of the version in service; undefined when nothing does it. */
function offsetOf(
  computed: ReadonlyMap<string, NumberRange>,
  before: ReadonlyMap<string, NumberRange>,
): number | undefined {
  const offsets = [...computed].flatMap(([instance, range]) =>
    range.map((number, index) => (before.get(instance)?.[index] ?? Number.NaN) - number),
  );
  const [first] = offsets;
  return offsets.every(offset => offset === first) ? first : undefined;
}

async function freeOffset(
  duckdb: DuckDB,
  unchanged: ReadonlySet<string>,
  numbers: ReadonlyMap<string, NumberRange>,
): Promise<number> {
  if (unchanged.size === 0) return 0;
  const [nodes] = await duckdb.rows<{ last: number | null }>('SELECT max(number) AS last FROM analytics.nodes');
  const taken = [...numbers].filter(([instance]) => unchanged.has(instance)).map(([, range]) => range);
  return firstFree(taken, nodes!.last ?? 0) - 1;
}

/** Whether a table of a step is what the version in service was made from. */
async function hasSameRows(duckdb: DuckDB, name: string, working: WorkingTables | undefined): Promise<boolean> {
  if (!working || stepsOfEachBuild.has(name.split('.')[0]!)) return false;
  return !(await working.hasChanged(await relationsBehind(duckdb, name)));
}

/** What they hold is not compared with what it was. */
const stepsOfEachBuild: ReadonlySet<string> = new Set(['violations']);
