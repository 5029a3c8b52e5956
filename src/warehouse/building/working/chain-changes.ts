// How the landed rows differ from those that the working tables were made from.
//
// Mostly a chain has some more runs than before, and only rows of these can differ. When many runs lie over the first one, a read replaces
// them (pipelines/extract/land-differences.ts). So the state of a chain also says how its rows differed from those of the first run alone:
// what differs from before, differs from the first run before or now.
import type { Resource } from '../../../resources/define.ts';
import { resources } from '../../../resources/registry.ts';
import { type DuckDB, literal } from '../../duckdb.ts';
import { confirmingRun, dataDateOf } from '../../landing/data-date.ts';
import { hasFiles, type LocalChain, type LocalRun } from '../../landing/landed.ts';
import { digestOf, type LandedDigest, landedOf } from '../../landing/landed-digest.ts';
import { fieldsWithKeys, modelRows } from '../model.ts';
import { meet } from './changes.ts';
import { wholeMetadata } from './reads.ts';
import { changedRows } from './row-updates.ts';
import { compareWorkingTable, everything, mostKeys, type TableChange } from './table-change.ts';

/** What the rows of a chain were made from. */
export interface ChainState {
  readonly landed: LandedDigest;
  /** Digest of the first run that landed something. */
  readonly first: string;
  /** How the rows differ from those of the first run alone; undefined: it is not known. */
  readonly sinceFirst: StoredChange | undefined;
  readonly dataDate: string | undefined;
  /** Digest of the files that list the objects that the newest read did not see. */
  readonly unconfirmed: string;
}

/** A {@link TableChange} of rows of the model. */
interface StoredChange {
  readonly columns: 'all' | readonly string[];
  readonly keys: readonly string[];
}

export type ChainStates = Readonly<Record<string, ChainState>>;

export interface ModelChanges {
  /** Relation of the model → how it differs. */
  readonly of: ReadonlyMap<string, TableChange>;
  /** The runs that landed or removed every row that may differ; undefined: any row may. */
  newerRuns(chain: LocalChain): readonly LocalRun[] | undefined;
  /** After FROM: rows of the model that may differ, as they are now; undefined: none were read by themselves. */
  changedRows(type: string): string | undefined;
  /** The states of the chains now. */
  readonly states: ChainStates;
}

/** With more changed rows of a chain than this share, and than can be listed, they are not compared: everything counts as changed. */
const mostCompared = 1 / 8;

/** The changes of a model that is compared with nothing. @param states of its chains */
export const unknownChanges = (states: ChainStates): ModelChanges => ({
  ...{ of: new Map(), newerRuns: () => undefined, changedRows: () => undefined, states },
});

/** The states of chains of which nothing was known. */
export async function chainStates(
  duckdb: DuckDB,
  chains: readonly LocalChain[],
  generatedAt: Date,
): Promise<ChainStates> {
  const states: Record<string, ChainState> = {};
  for (const chain of chains) {
    const newer = chain.runs.filter(hasFiles).slice(1);
    const isComparable = newer.length > 0 && !areTooMany(newer, chain);
    const compared = isComparable && (await compareRows(duckdb, { chain, newer, count: 1, generatedAt }));
    states[nameOf(chain)] = stateOf(chain, compared ? { sinceFirst: compared.change } : unknownChange(chain));
  }
  return states;
}

/** @param before what the tables were made from */
export async function modelChanges(
  duckdb: DuckDB,
  before: ChainStates,
  chains: readonly LocalChain[],
  generatedAt: Date,
): Promise<ModelChanges> {
  const changes = new Map<string, TableChange>();
  const newer = new Map<string, readonly LocalRun[] | undefined>();
  const compared = new Set<string>();
  const states: Record<string, ChainState> = {};
  const names = new Set(chains.map(nameOf));
  for (const resource of resources) {
    const own = chains.filter(({ type }) => type === resource.type);
    const isGone = Object.keys(before).some(name => name.endsWith(` ${resource.type}`) && !names.has(name));
    const found: TableChange[] = isGone ? [everything] : [];
    for (const chain of own) {
      const change = await chainChange(duckdb, before[nameOf(chain)], chain, generatedAt);
      found.push(change.rows);
      newer.set(nameOf(chain), change.newer);
      if (change.isCompared) compared.add(resource.type);
      states[nameOf(chain)] = stateOf(chain, change);
    }
    const change = found.reduce(both, noChange);
    if (change.columns === 'all' || change.columns.size > 0) changes.set(`model.${resource.type}`, change);
  }
  const namesKeys = (resource: Resource) => {
    const fields = new Set(fieldsWithKeys(resource).map(name => name.toLowerCase()));
    return fields.size > 0 && meet(changes.get(`model.${resource.type}`)?.columns, fields);
  };
  if (resources.some(namesKeys)) changes.set('model.federation_keys', everything);
  if (changes.size > 0) changes.set('model.unconfirmed_objects', everything);
  return {
    ...{ of: changes, states },
    newerRuns: chain => newer.get(nameOf(chain)),
    changedRows: type => (compared.has(type) ? changedRows(type) : undefined),
  };
}

const nameOf = ({ sourceId, type }: LocalChain) => `${sourceId} ${type}`;

interface ChainChange {
  readonly rows: TableChange;
  readonly newer: readonly LocalRun[] | undefined;
  readonly sinceFirst: TableChange | undefined;
  /** Its rows that may differ are in the table `changedRows` of their type. */
  readonly isCompared?: true;
}

/** A chain of which any row may differ. */
const unknownChange = ({ runs }: LocalChain): ChainChange => ({
  ...{ rows: everything, newer: undefined },
  sinceFirst: runs.filter(hasFiles).length <= 1 ? noChange : undefined,
});

function stateOf(chain: LocalChain, { sinceFirst }: Pick<ChainChange, 'sinceFirst'>): ChainState {
  return {
    landed: landedOf(chain),
    first: landedOf(chain, 1).digest,
    sinceFirst: sinceFirst && stored(sinceFirst),
    dataDate: dataDateOf(chain),
    unconfirmed: digestOf(confirmingRun(chain)?.unconfirmed ?? []),
  };
}

function stored({ columns, keys }: TableChange): StoredChange | undefined {
  if (!keys || keys.size > mostKeys) return undefined;
  return { columns: columns === 'all' ? columns : [...columns], keys: [...keys] };
}

const restored = ({ columns, keys }: StoredChange): Keyed => ({
  ...{ columns: columns === 'all' ? columns : new Set(columns), key: 'globalId', keys: new Set(keys) },
});

type Keyed = TableChange & { readonly keys: ReadonlySet<string> };

/** Of a relation of the model. */
const noChange: TableChange = { columns: new Set(), key: 'globalId', keys: new Set() };

function both(one: TableChange, other: TableChange): TableChange {
  if ([one, other].some(({ columns, keys }) => columns === 'all' && !keys)) return everything;
  return {
    columns: one.columns === 'all' || other.columns === 'all' ? 'all' : one.columns.union(other.columns),
    key: one.key && other.key,
    keys: one.keys && other.keys && one.keys.union(other.keys),
  };
}

async function chainChange(
  duckdb: DuckDB,
  before: ChainState | undefined,
  chain: LocalChain,
  generatedAt: Date,
): Promise<ChainChange> {
  const now = stateOf(chain, { sinceFirst: undefined });
  const runs = chain.runs.filter(hasFiles);
  const runsBefore = before?.landed.runs ?? 0;
  const isContinued = !before || before.landed.digest === landedOf(chain, runsBefore).digest;
  const isReplaced = !isContinued && runsBefore > 1 && before.first === now.first;
  if ((before && before.unconfirmed !== now.unconfirmed) || !(isContinued || isReplaced)) return unknownChange(chain);
  const dated: TableChange =
    !before || before.dataDate === now.dataDate ? noChange : { ...everything, columns: new Set(['data_date']) };
  const count = isReplaced ? 1 : runsBefore;
  const newer = runs.slice(count);
  const known = before?.sinceFirst && restored(before.sinceFirst);
  if (newer.length === 0 && isContinued) return { rows: dated, newer, sinceFirst: known };
  if (areTooMany(newer, chain)) return unknownChange(chain);
  const { change, ids } = await compareRows(duckdb, { chain, newer, count, generatedAt });
  if (isReplaced) {
    // A row that has no newer form is not read, so it must be as before.
    if (!known?.keys.isSubsetOf(ids))
      return { rows: everything, newer: undefined, sinceFirst: change, isCompared: true };
    return { rows: both(dated, both(known, change)), newer, sinceFirst: change, isCompared: true };
  }
  const sinceFirst = runsBefore === 0 ? unknownChange(chain).sinceFirst : known && both(known, change);
  return { rows: both(dated, change), newer, sinceFirst, isCompared: true };
}

/** Whether runs have more rows than are compared. */
function areTooMany(newer: readonly LocalRun[], { runs }: LocalChain): boolean {
  const rowsOf = (of: readonly LocalRun[]) => of.reduce((sum, { read }) => sum + read.rows, 0);
  return rowsOf(newer) > Math.max(mostKeys, rowsOf(runs.filter(hasFiles)) * mostCompared);
}

interface ComparedChain {
  readonly chain: LocalChain;
  /** The runs whose rows are compared. */
  readonly newer: readonly LocalRun[];
  /** How many of the first runs have the rows with which they are compared. */
  readonly count: number;
  readonly generatedAt: Date;
}

/**
 * Compare the rows of the model that the newest runs of a chain brought or removed with those of the runs before.
 * @returns `ids`: the global ids of these rows, as many as a change lists
 */
async function compareRows(
  duckdb: DuckDB,
  { chain, newer, count, generatedAt }: ComparedChain,
): Promise<{ readonly change: TableChange; readonly ids: ReadonlySet<string> }> {
  const resource = resources.find(({ type }) => type === chain.type)!;
  const files = newer
    .flatMap(({ paths, removedPaths }) => [...paths, ...removedPaths])
    .map(literal)
    .join(', ');
  const wanted = `SELECT DISTINCT "id" FROM read_parquet([${files}], union_by_name = true)`;
  const rowsOf = (of: LocalChain) => modelRows(resource, [of], generatedAt, wanted);
  // The newest form of each of these rows is in the newer runs. The others say only up to when it is confirmed.
  const isNewer = new Set(newer);
  const inFiles = (run: LocalRun) => (isNewer.has(run) ? run : { ...run, paths: [], removedPaths: [] });
  const now = { ...chain, runs: chain.runs.map(inFiles) };
  const was = count === 0 ? undefined : { ...chain, runs: chain.runs.filter(hasFiles).slice(0, count) };
  const compared = (rows: string) => `SELECT "globalId",
      * EXCLUDE ("globalId", "serviceObjectMetadata", "objectMetadata", data_date, is_unconfirmed),
      "objectMetadata"."ApplicationInstanceId" AS "ApplicationInstanceId", "objectMetadata" AS "${wholeMetadata}"
    FROM (${rows})`;
  const changed = changedRows(resource.type);
  await duckdb.run(`ATTACH OR REPLACE ':memory:' AS compared;
    CREATE TABLE compared.rows AS ${rowsOf(now)};
    CREATE TABLE IF NOT EXISTS ${changed} AS FROM compared.rows LIMIT 0;
    INSERT INTO ${changed} FROM compared.rows;
    CREATE VIEW compared.now AS ${compared('FROM compared.rows')};
    CREATE TABLE compared.was AS ${compared(was ? rowsOf(was) : 'FROM compared.rows LIMIT 0')}`);
  const change = await compareWorkingTable(duckdb, 'compared.now', 'compared.was');
  const ids = await duckdb.rows<{ id: string }>(
    'SELECT "globalId"::VARCHAR AS id FROM compared.now UNION SELECT "globalId"::VARCHAR FROM compared.was',
  );
  await duckdb.run('DETACH compared');
  return { change, ids: new Set(ids.map(({ id }) => id)) };
}
