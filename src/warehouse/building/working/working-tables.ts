// The tables that the steps of a build make stay in files until the next build. When it computes the same application instances, a unit of
// a step (units.ts) runs only when something that it reads has changed: a column of the landed rows, or of a table that another unit made
// anew. So a new title of an account never walks the graph of access.
//
// The files are a cache: without them everything is computed. Each set of instances that were computed together has a folder, and its
// `state.json` says what the tables were made from. They are those of the version in service when its manifest says that all of these
// instances were computed at that time. A build moves the folder into its own before it uses it, and back when it has ended well: so
// what a build left half-written is never used, and two builds never write to the same files.
import fs from 'node:fs';
import path from 'node:path';
import { resources } from '../../../resources/registry.ts';
import { compression, type DuckDB, fileOfSmallTables, identifier, literal } from '../../duckdb.ts';
import type { LocalChain, LocalRun } from '../../landing/landed.ts';
import { digestOf } from '../../landing/landed-digest.ts';
import type { IslandStates } from '../../version/islands.ts';
import { landedRowCount } from '../model.ts';
import { neighbourTables, neighbourTypes } from '../neighbour-tables.ts';
import { runSql, steps } from '../steps.ts';
import { type ChainStates, chainStates, type ModelChanges, modelChanges, unknownChanges } from './chain-changes.ts';
import { createChanges, digestOfVariable, fewestRowsForThreads, type RelationChanges } from './changes.ts';
import { updateRows } from './row-updates.ts';
import { compareWorkingTable, everything, type TableChange } from './table-change.ts';
import { stepUnits, type Unit } from './units.ts';

export interface WorkingTables extends Pick<RelationChanges, 'remake' | 'hasChanged' | 'changeOf'> {
  /** Run the units of a folder of SQL files, except those whose inputs are as before. */
  run(folder: string): Promise<void>;
  /** Let them stay. The version is made from them, and all databases are detached. */
  keep(): void;
  /** The runs that landed or removed every row of a chain that differs from the version in service; undefined: any row may. */
  newerRuns(chain: LocalChain): readonly LocalRun[] | undefined;
  /** After FROM: rows of the model that may differ from those before, as they are now; undefined: none were read by themselves. */
  changedRows(type: string): string | undefined;
  /** The tables that were made in this build. */
  readonly made: ReadonlySet<string>;
  /** Note that a table that does not stay was made from all objects. */
  noteMade(table: string): void;
}

export interface WorkingInputs {
  /** Where the files of a tenant stay. */
  readonly root: string;
  /** Where they are while this build uses them, on the same file system. */
  readonly used: string;
  /** What the version in service says of its instances; undefined: nothing can be left out. */
  readonly states: IslandStates | undefined;
  /** Digest of what concerns the rows of every application instance. */
  readonly common: string;
  /** The application instances that are computed. */
  readonly instances: readonly string[];
  readonly chains: readonly LocalChain[];
  readonly generatedAt: Date;
  /** For statements with many rows. So far the database may use one thread. */
  readonly mostThreads: number;
}

/** What the files hold. */
interface State {
  readonly common: string;
  readonly instances: readonly string[];
  /** When they were computed (`InstanceState.computedAt`). */
  readonly computedAt: string;
  readonly chains: ChainStates;
  readonly variables: Readonly<Record<string, string | null>>;
}

/** Attach the databases of the steps as files. The model is made, and the neighbours are found. */
export async function openWorkingTables(duckdb: DuckDB, inputs: WorkingInputs): Promise<WorkingTables> {
  const { root, used, generatedAt, common, instances } = inputs;
  removeOthers(root, inputs);
  const name = folderOf(instances);
  const folder = path.join(used, name);
  const { before, model } = await attachFiles(duckdb, folder, inputs);
  const beforeManyRows = () => duckdb.setThreads(inputs.mostThreads);
  if (!before || changesManyRows(model, inputs.chains)) await beforeManyRows();
  const changes = createChanges(duckdb, before?.variables, beforeManyRows);
  await changes.noteVariable(federations);
  for (const [name, change] of model.of) changes.of.set(name, change);
  for (const [name, change] of await neighbourChanges(duckdb, before !== undefined)) changes.of.set(name, change);
  // The step `enrich` sees neighbours among the rows of the model.
  for (const type of neighbourTypes)
    if (changes.of.has(`neighbours.${type}`)) changes.of.set(`model.${type}`, everything);
  const made = new Set<string>();
  return {
    ...changes,
    newerRuns: chain => model.newerRuns(chain),
    changedRows: type => model.changedRows(type),
    made,
    noteMade: table => void made.add(table),
    async run(folderOfFiles) {
      const { macros, units } = await stepUnits(duckdb, folderOfFiles);
      for (const macro of macros) await duckdb.run(macro);
      // The tables are small beside what compressing them costs.
      await duckdb.run(compression(true));
      for (const unit of units) {
        if (!(await changes.hasChanged(unit.reads))) continue;
        for (const table of unit.tables) made.add(table);
        const updated = before && (await updateRows(duckdb, unit, changes));
        if (updated) changes.of.set(unit.tables[0]!, updated);
        else
          await changes.remake(
            Object.fromEntries(unit.tables.map(table => [table, []])),
            () => runUnit(duckdb, unit),
            unit.statements.some(({ run: { onlyWhen } }) => onlyWhen !== undefined),
          );
      }
      await duckdb.run(compression(false));
      if (folderOfFiles === 'building/enrich') withoutNeighbours(changes.of, model.of);
    },
    keep() {
      const { variables } = changes;
      const state: State = {
        common,
        instances,
        computedAt: generatedAt.toISOString(),
        chains: model.states,
        variables,
      };
      fs.writeFileSync(stateFile(folder), JSON.stringify(state));
      const place = path.join(root, name);
      fs.rmSync(place, { recursive: true, force: true });
      fs.mkdirSync(root, { recursive: true });
      fs.renameSync(folder, place);
      fs.rmSync(used, { recursive: true });
    },
  };
}

/** The variable with where authentication keys lead. All ids of federated references follow from it. */
const federations = 'federations';

interface AttachedFiles {
  /** What the files hold; undefined: they are empty. */
  readonly before: State | undefined;
  /** How the model differs from it. */
  readonly model: ModelChanges;
}

/** Attach the files. When it is not known how most rows of the model differ, nearly everything is made anew, so nothing is compared. */
async function attachFiles(duckdb: DuckDB, folder: string, inputs: WorkingInputs): Promise<AttachedFiles> {
  const state = takeFiles(folder, inputs);
  const [row] = await duckdb.rows<{ value: string }>(`SELECT ${digestOfVariable(federations)} AS value`);
  const before = state?.variables[federations] === row!.value ? state : undefined;
  const { chains, generatedAt } = inputs;
  const model = before
    ? await modelChanges(duckdb, before.chains, chains, generatedAt)
    : unknownChanges(await chainStates(duckdb, chains, generatedAt));
  const isUnknown = ({ type }: LocalChain) => model.of.get(`model.${type}`) === everything;
  const isReused = before && landedRowCount(chains.filter(isUnknown)) * 2 <= landedRowCount(chains);
  if (!isReused) fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const step of steps) await duckdb.run(attachFile(folder, step));
  return isReused ? { before, model } : { before: undefined, model: unknownChanges(model.states) };
}

/** Whether many rows of a landed type may differ. */
function changesManyRows({ of }: ModelChanges, chains: readonly LocalChain[]): boolean {
  return resources.some(({ type }) => {
    const change = of.get(`model.${type}`);
    const mayDiffer = change !== undefined && !change.keys;
    return mayDiffer && landedRowCount(chains.filter(chain => chain.type === type)) >= fewestRowsForThreads;
  });
}

/** After the step `enrich`, the model has no neighbours. @param ofModel how it differs without them */
function withoutNeighbours(changes: Map<string, TableChange>, ofModel: ReadonlyMap<string, TableChange>): void {
  for (const type of neighbourTypes) {
    const change = ofModel.get(`model.${type}`);
    if (change) changes.set(`model.${type}`, change);
    else changes.delete(`model.${type}`);
  }
}

const stateFile = (folder: string) => path.join(folder, 'state.json');

const folderOf = (instances: readonly string[]) => digestOf([...instances].sort());

/** Remove the folders of instances that other computations have computed since. */
function removeOthers(root: string, inputs: WorkingInputs): void {
  if (!fs.existsSync(root)) return;
  for (const name of fs.readdirSync(root)) {
    const folder = path.join(root, name);
    if (name !== folderOf(inputs.instances) && !isOfService(readState(folder), inputs))
      fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether tables are those of the version in service. */
function isOfService(state: State | undefined, { states, common }: WorkingInputs): boolean {
  const computedAt = new Map(states?.instances.map(({ applicationInstanceId: id, computedAt: at }) => [id, at]));
  return state?.common === common && state.instances.every(id => computedAt.get(id) === state.computedAt);
}

function readState(folder: string): State | undefined {
  try {
    return JSON.parse(fs.readFileSync(stateFile(folder), 'utf8')) as State;
  } catch {
    // There is none, or it was not written whole.
    return undefined;
  }
}

/** Move the files to a folder. @returns what they hold; undefined: the version in service was not made from it */
function takeFiles(folder: string, inputs: WorkingInputs): State | undefined {
  const place = path.join(inputs.root, folderOf(inputs.instances));
  if (!isOfService(readState(place), inputs)) return undefined;
  fs.mkdirSync(inputs.used, { recursive: true });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(place, folder);
  return readState(folder);
}

/** How the rows of other instances that are read differ from those that the tables were made from. A copy of them stays, too. */
async function neighbourChanges(duckdb: DuckDB, isReused: boolean): Promise<Map<string, TableChange>> {
  const changes = new Map<string, TableChange>();
  for (const name of neighbourTables) {
    const [now, copy] = [`neighbours.${identifier(name)}`, `enrich.${identifier(`neighbours ${name}`)}`];
    const change = isReused ? await compareWorkingTable(duckdb, now, copy) : everything;
    if (change.columns === 'all' || change.columns.size > 1) {
      if (isReused) changes.set(`neighbours.${name}`, change);
      await duckdb.run(`CREATE OR REPLACE TABLE ${copy} AS FROM ${now}`);
    }
  }
  return changes;
}

/** The statement that attaches the database of a step. Nothing reads it after a crash, so it needs no log. */
function attachFile(folder: string, step: string): string {
  const file = literal(path.join(folder, `${step}.duckdb`));
  return `ATTACH ${file} AS ${step} (${fileOfSmallTables}, RECOVERY_MODE no_wal_writes)`;
}

async function runUnit(duckdb: DuckDB, { statements }: Unit): Promise<void> {
  for (const { statement, run, isLast } of statements) {
    await runSql(duckdb, 'create' in statement ? statement.create : statement.text, run);
    if (isLast) await run.afterwards?.(duckdb);
  }
}
