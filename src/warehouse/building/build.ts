// Builds a new version from landed files, in its own folder. Nothing here touches a version that is being served.
import fs from 'node:fs';
import path from 'node:path';
import { wholeRead } from '../../state/landed-chains.ts';
import type { FolderFacts } from '../../storage/storage.ts';
import { isDiskFull, isShortage } from '../disk-full.ts';
import { compression, type DuckDB, fileOfSmallTables, literal, openDuckDB } from '../duckdb.ts';
import { hasFiles, type LocalChain } from '../landing/landed.ts';
import { enrichmentVersion } from '../sql-files.ts';
import { withStandingDuckDB } from '../standing/pool.ts';
import { factsOfFiles } from '../version/files.ts';
import type { IslandStates } from '../version/islands.ts';
import { collectionsFolder, warehouseFile } from '../version/layout.ts';
import { type SourceState, writeManifest } from '../version/manifest.ts';
import type { BuildOptions, BuildOutcome } from './build-options.ts';
import { type Computation, compute, TooManyRows } from './islands/compute.ts';
import { commonDigest } from './islands/inputs.ts';
import { countRowsOf, planUnchanged } from './islands/plan.ts';
import { type Choice, chooseChains, unchangedChoice } from './judge.ts';
import { landedRowCount, prepareModel } from './model.ts';
import { noneUnchanged, type UnchangedInstances } from './previous/rows.ts';
import { openPrevious, type PreviousVersion } from './previous/version.ts';
import { writeSameVersion } from './same-version.ts';
import { attachDatabases, detachDatabases } from './step-databases.ts';
import { fewestRowsForThreads } from './working/changes.ts';
import type { WorkingTables } from './working/working-tables.ts';
import { type HeldBackVersion, type Made, searchPath, writeVersion } from './write-version.ts';

/** Fewer rows are computed again, because that takes less time than to find out what can be taken over. */
const fewestUnchangedRows = 20_000;

/**
 * With fewer rows each column fills less than a block, so compressing it makes no file smaller. Planning the statements takes longer
 * than running them.
 */
const fewestRowsForEffort = 2_000;

export async function buildVersion(options: BuildOptions): Promise<BuildOutcome> {
  let end: unknown;
  const ends = (error: unknown): never => {
    end = error;
    throw error;
  };
  const watched: BuildOptions = {
    ...options,
    lastGood: sources => options.lastGood(sources).catch(ends),
    progress(step, computed) {
      try {
        options.progress(step, computed);
      } catch (error) {
        ends(error);
      }
    },
  };
  let attempt: Attempt = { takesOver: options.isFull !== true, stands: true, isEnd: error => error === end };
  for (;;) {
    try {
      return await buildOrRemove(watched, attempt);
    } catch (error) {
      if (error instanceof PreviousRowsLost) attempt = { ...attempt, takesOver: false };
      else if (error instanceof StandingFailed) attempt = { ...attempt, stands: false };
      else throw error;
      if (!(error.cause instanceof TooManyRows)) options.restart(error);
    }
  }
}

interface Attempt {
  /** Take over rows of the version in service. */
  readonly takesOver: boolean;
  /** Use the standing database when few rows are computed. */
  readonly stands: boolean;
  /** Whether a function of the options threw this error. It ends the build, because beginning again does not help. */
  isEnd(error: unknown): boolean;
}

/** The build did not succeed in the standing database. It does not spill, for example. A database of its own may do it. */
class StandingFailed extends Error {}

async function buildOrRemove(options: BuildOptions, attempt: Attempt): Promise<BuildOutcome> {
  const { folder } = options;
  try {
    const outcome = await buildIn(folder, options, attempt);
    if (!outcome.folder) fs.rmSync(folder, { recursive: true, force: true });
    return outcome;
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Rows of the version in service could not be taken over. Everything has to be computed. */
class PreviousRowsLost extends Error {}

async function buildIn(folder: string, options: BuildOptions, attempt: Attempt): Promise<BuildOutcome> {
  const { tenant, version } = options;
  const spillFolder = path.join(folder, 'spill');
  for (const made of [spillFolder, collectionsFolder(folder)]) fs.mkdirSync(made, { recursive: true });
  const generatedAt = options.generatedAt ?? new Date();
  const sourceIds = new Set([...options.sources.values()].map(source => source.sourceId));
  const newest = options.chains.filter(chain => sourceIds.has(chain.sourceId));
  const shared =
    options.previous === undefined ? undefined : { folder: options.previous, files: options.current?.files };
  let serving: Promise<FolderFacts> | undefined;
  const built = await withDatabase({ options, newest, spillFolder, attempt }, async ({ duckdb, ...database }) => {
    const previous = options.previous === undefined ? undefined : openPrevious(duckdb, options.previous);
    const canTakeOver = attempt.takesOver && canTakeOverRows(options);
    const building = { options, attempt, newest, generatedAt, previous, canTakeOver, ...database };
    const same = await buildSame(duckdb, building);
    const made = same ?? (await buildNew(duckdb, building));
    if (!made.made?.states) return made;
    // The hashes are computed while DuckDB writes its file, and those of the steps.
    serving = factsOfFiles(folder, path.basename(collectionsFolder(folder)), shared);
    serving.catch(() => {});
    const sideBySide = await duckdb.sideBySide(options.threads, searchPath);
    // Each writes the file whole. A standing database detaches it itself.
    const finish = database.isStanding ? 'CHECKPOINT warehouse' : 'DETACH warehouse';
    await Promise.all([sideBySide.run(finish), same ? undefined : detachDatabases(duckdb)]);
    return made;
  });
  const { choice, made, working } = built;
  const { heldBack, findings: judged } = choice;
  if (!made) return { folder: undefined, findings: judged, heldBack, found: [], unchangedInstances: new Set() };
  if (!made.states) return { ...made, folder: undefined, heldBack };
  fs.rmSync(spillFolder, { recursive: true, force: true });
  working?.keep();
  const files = await factsOfFiles(folder, '', shared, await serving);
  const { states, collections, counts, added, history, ...outcome } = made;
  writeManifest(folder, {
    ...{ version, tenant, history, collections, counts, added, files, islands: states },
    enrichmentVersion: enrichmentVersion(),
    generatedAt: generatedAt.toISOString(),
    sources: sourceStates(options, choice, generatedAt),
  });
  return { ...outcome, folder, files, heldBack, ...(working && { madeTables: working.made }) };
}

interface DatabaseNeeds {
  readonly options: BuildOptions;
  readonly newest: readonly LocalChain[];
  readonly spillFolder: string;
  readonly attempt: Attempt;
}

interface BuildDatabase {
  readonly duckdb: DuckDB;
  /** With as many landed rows or more, something else has to compute them. */
  readonly tooManyRows: number;
  /** It has the tables of the steps from one build to the next, and empties them. */
  readonly isStanding: boolean;
  /** For statements with many rows. So far it may use one thread. */
  readonly mostThreads: number;
}

/** Use a database for the rows that are computed. */
async function withDatabase<Result>(
  { options, newest, spillFolder, attempt }: DatabaseNeeds,
  work: (database: BuildDatabase) => Promise<Result>,
): Promise<Result> {
  const { memoryBytes } = options;
  const rows = landedRowCount(newest);
  const takesOver = attempt.takesOver && canTakeOverRows(options);
  const mostThreads = rows < fewestRowsForThreads ? 1 : options.threads;
  const { mostStandingRows = fewestRowsForEffort } = options;
  const hasFewRows = rows < mostStandingRows;
  const readsManyRows = takesOver && computesFewRows(options, newest);
  if (attempt.stands && (hasFewRows || readsManyRows)) {
    const use = { threads: mostThreads, readsManyRows };
    const database = (duckdb: DuckDB) => ({ duckdb, tooManyRows: mostStandingRows, isStanding: true, mostThreads });
    return withStandingDuckDB({ memoryBytes }, use, duckdb => work(database(duckdb))).catch(error => {
      if (error instanceof PreviousRowsLost || attempt.isEnd(error) || isDiskFull(error)) throw error;
      throw new StandingFailed((error as Error).message, { cause: error });
    });
  }
  const changesFewRows = takesOver && options.workingFolder !== undefined && broughtFewRows(options, newest);
  const threads = changesFewRows ? 1 : mostThreads;
  const quickPlans = hasFewRows ? 'of few rows' : undefined;
  await closing;
  const duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads, memoryBytes, quickPlans });
  const close = () => duckdb[Symbol.asyncDispose]();
  try {
    await duckdb.run(compression(hasFewRows));
    const result = await work({ duckdb, tooManyRows: Number.POSITIVE_INFINITY, isStanding: false, mostThreads });
    closing = Promise.all([closing, close()]);
    return result;
  } catch (error) {
    await close();
    throw error;
  }
}

/** A build that succeeded does not wait until its memory is given back; the next one does. */
let closing: Promise<unknown> = Promise.resolve();

/** Whether probably few rows are computed, and many taken over. */
function computesFewRows(options: BuildOptions, newest: readonly LocalChain[]): boolean {
  const { current, newer, sources } = options;
  if (!current) return false;
  const others = [...sources].filter(([, { sourceId }]) => !newer.has(sourceId)).map(([instance]) => instance);
  const isWorthIt = countRowsOf(current, new Set(others)) >= (options.fewestUnchangedRows ?? fewestUnchangedRows);
  return (
    isWorthIt &&
    landedRowCount(newest.filter(({ sourceId }) => newer.has(sourceId))) <
      (options.mostStandingRows ?? fewestRowsForEffort)
  );
}

/** Whether the newest runs of the newer sources changed few rows. When something reaches many all the same, openWorkingTables uses all threads. */
function broughtFewRows({ newer }: BuildOptions, newest: readonly LocalChain[]): boolean {
  const runs = newest.filter(({ sourceId }) => newer.has(sourceId)).flatMap(chain => newestRun(chain, newest) ?? []);
  return runs.reduce((sum, { read }) => sum + read.rows, 0) < fewestRowsForEffort;
}

/** The newest run of a source, if it landed or removed rows of a chain. */
function newestRun({ sourceId, runs }: LocalChain, newest: readonly LocalChain[]) {
  const ofSource = newest.filter(chain => chain.sourceId === sourceId).flatMap(chain => chain.runs);
  const last = Math.max(...ofSource.map(({ position }) => position));
  return runs.find(run => run.position === last && hasFiles(run));
}

interface Building extends Omit<BuildDatabase, 'duckdb'> {
  readonly options: BuildOptions;
  readonly attempt: Attempt;
  /** The newest chains of the configured sources. */
  readonly newest: readonly LocalChain[];
  readonly generatedAt: Date;
  readonly previous: PreviousVersion | undefined;
  readonly canTakeOver: boolean;
}

interface Built {
  readonly choice: Choice;
  /** Undefined: the whole version is held back before it is made. */
  readonly made: Made | HeldBackVersion | undefined;
  /** The tables from which it was made, when they stay. */
  readonly working?: WorkingTables | undefined;
}

/** Build the version without computing anything; undefined when something may have changed. @throws PreviousRowsLost */
async function buildSame(duckdb: DuckDB, building: Building): Promise<Built | undefined> {
  const { options, newest, generatedAt, previous, canTakeOver } = building;
  const choice = canTakeOver ? unchangedChoice({ ...options, chains: newest }) : undefined;
  if (!choice || !previous) return undefined;
  const common = await commonDigest(duckdb, { ...options, ...choice });
  return orPreviousRowsLost(building.attempt, async () => {
    const same = {
      options,
      choice,
      generatedAt,
      common,
      previous,
      current: options.current!,
    };
    const made = await writeSameVersion(duckdb, same);
    return made && { choice, made };
  });
}

/** Build the version from what has changed, or from everything. @throws PreviousRowsLost */
async function buildNew(duckdb: DuckDB, building: Building): Promise<Built> {
  const { options, newest } = building;
  await prepareDatabase(duckdb, options.folder);
  options.progress('judge');
  const choice = await chooseChains(duckdb, { ...options, chains: newest });
  if (choice.holdsBackAll) return { choice, made: undefined };
  await prepareModel(duckdb, options.tenant, options.persons);
  const { made, working } = await makeVersion(duckdb, { ...building, choice });
  return { choice, made, working };
}

async function prepareDatabase(duckdb: DuckDB, folder: string): Promise<void> {
  await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS warehouse (${fileOfSmallTables})`);
  await duckdb.run(searchPath);
  await attachDatabases(duckdb);
}

/** Whether the version in service says what has not changed since. */
function canTakeOverRows({ current, previous }: BuildOptions): boolean {
  return previous !== undefined && current?.islands !== undefined && !current.islands.isLimited;
}

interface Making extends Building {
  readonly choice: Choice;
}

/** Compute what a change can reach, and write the version. @throws PreviousRowsLost */
async function makeVersion(duckdb: DuckDB, making: Making): Promise<Pick<Required<Built>, 'made' | 'working'>> {
  const { options, choice, generatedAt, previous, tooManyRows, isStanding, mostThreads } = making;
  const { current } = options;
  const common = await commonDigest(duckdb, { ...options, ...choice });
  const before = making.canTakeOver ? current!.islands! : undefined;
  const states = before?.common === common ? before : undefined;
  const make = async () => {
    const planned = await plan(duckdb, making, states);
    const isWorthIt =
      current && countRowsOf(current, planned.instances) >= (options.fewestUnchangedRows ?? fewestUnchangedRows);
    const computed = await compute(duckdb, {
      ...{ ...options, ...choice, previous, states, generatedAt, tooManyRows, mostThreads, common },
      working: isStanding ? undefined : workingFolders(options),
      unchanged: isWorthIt ? planned : { ...planned, instances: new Set() },
    });
    const { isEnd } = making.attempt;
    const made = await writeVersion(duckdb, { ...making, computed, common, states, isEnd, progress: options.progress });
    return { made, working: computed.working };
  };
  return states ? orPreviousRowsLost(making.attempt, make) : make();
}

function workingFolders({ folder, workingFolder: root }: BuildOptions): Computation['working'] {
  return root === undefined ? undefined : { root, used: path.join(folder, 'working') };
}

/** Use rows of the version in service. @throws PreviousRowsLost when it fails, unless the build was ended */
async function orPreviousRowsLost<Result>({ isEnd }: Attempt, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (isEnd(error) || isShortage(error) || error instanceof TooManyRows) throw error;
    throw new PreviousRowsLost((error as Error).message, { cause: error });
  }
}

/** What need not be computed again. @param states what the version in service says of its instances; undefined: it can't be used */
async function plan(
  duckdb: DuckDB,
  { options, choice, generatedAt, previous }: Making,
  states: IslandStates | undefined,
): Promise<UnchangedInstances> {
  if (!previous || !states) return noneUnchanged;
  const tables = await previous.tables();
  const inputs = { ...options, ...choice, generatedAt, states, previous: tables };
  return { previous: tables, instances: await planUnchanged(duckdb, inputs) };
}

function sourceStates({ sources, heldBackSince }: BuildOptions, choice: Choice, generatedAt: Date): SourceState[] {
  return [...sources.values()].map(({ sourceId }) => {
    const reads = choice.chains.filter(chain => chain.sourceId === sourceId).map(wholeRead);
    const since = (heldBackSince.get(sourceId) ?? generatedAt).toISOString();
    return {
      sourceId,
      kept: reads.reduce((sum, { kept }) => sum + (kept ?? 0), 0),
      ...(choice.heldBack.has(sourceId) && { heldBackSince: since }),
    };
  });
}
