// Builds a new version from landed files, in its own folder. Nothing here touches a version that is being served.
import fs from 'node:fs';
import path from 'node:path';
import type { FolderFacts } from '../../storage/storage.ts';
import { isShortage } from '../disk-full.ts';
import { type DuckDB, literal, openDuckDB } from '../duckdb.ts';
import type { LocalChain } from '../landing/landed.ts';
import { enrichmentVersion } from '../sql-files.ts';
import { factsOfFiles } from '../version/files.ts';
import { collectionsFolder, warehouseFile } from '../version/layout.ts';
import { type SourceState, writeManifest } from '../version/manifest.ts';
import type { BuildOptions, BuildOutcome } from './build-options.ts';
import { compute } from './islands/compute.ts';
import { commonDigest } from './islands/inputs.ts';
import { createNeighbours } from './islands/neighbours.ts';
import { type Choice, chooseChains } from './judge.ts';
import { createModel, landedRowCount, prepareModel } from './model.ts';
import { openPrevious, type PreviousVersion } from './parts/previous.ts';
import { stepNames } from './tables.ts';
import { type HeldBackVersion, type Made, searchPath, writeVersion } from './write-version.ts';

/** Fewer rows are computed again, because that takes less time than to find out what can be kept. */
const fewestKeptRows = 20_000;

/** With fewer rows one thread is faster, because DuckDB's threads use the CPU while they wait for each other. */
const fewestRowsForThreads = 50_000;

/**
 * With fewer rows each column fills less than a block, so compressing it makes no file smaller. Planning the statements takes longer
 * than running them.
 */
const fewestRowsForEffort = 2_000;

export async function buildVersion(options: BuildOptions): Promise<BuildOutcome> {
  try {
    return await buildOrRemove(options, options.isFull === true);
  } catch (error) {
    if (!(error instanceof KeptRowsLost)) throw error;
    return buildOrRemove(options, true);
  }
}

/** @param computesAll keep no application instance */
async function buildOrRemove(options: BuildOptions, computesAll: boolean): Promise<BuildOutcome> {
  const { folder } = options;
  try {
    const outcome = await buildIn(folder, options, computesAll);
    if (!outcome.folder) fs.rmSync(folder, { recursive: true, force: true });
    return outcome;
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Rows of the version in service could not be taken over. Everything has to be computed. */
class KeptRowsLost extends Error {}

async function buildIn(folder: string, options: BuildOptions, computesAll: boolean): Promise<BuildOutcome> {
  const { tenant, version, memoryBytes } = options;
  const spillFolder = path.join(folder, 'spill');
  for (const made of [spillFolder, collectionsFolder(folder)]) fs.mkdirSync(made, { recursive: true });
  const generatedAt = options.generatedAt ?? new Date();
  const sourceIds = new Set([...options.sources.values()].map(source => source.sourceId));
  const newest = options.chains.filter(chain => sourceIds.has(chain.sourceId));
  const rows = landedRowCount(newest);
  const threads = rows < fewestRowsForThreads ? 1 : options.threads;
  const hasFewRows = rows < fewestRowsForEffort;
  const quickPlans = hasFewRows ? 'of few rows' : undefined;
  const canKeep = !computesAll && canKeepRows(options);
  let choice: Choice;
  let made: Made | HeldBackVersion;
  let serving: Promise<FolderFacts>;
  const shared =
    options.previous === undefined ? undefined : { folder: options.previous, files: options.current?.files };
  {
    await using duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads, memoryBytes, quickPlans });
    await prepareDatabase(duckdb, folder);
    if (hasFewRows) await duckdb.run(`SET force_compression = 'uncompressed'`);
    options.progress('model');
    await prepareModel(duckdb, tenant, options.persons);
    // Only new data are judged. What else is computed is known afterwards.
    const judged = canKeep ? newest.filter(({ sourceId }) => options.newer.has(sourceId)) : newest;
    await createModel(duckdb, judged, generatedAt);
    options.progress('judge');
    choice = await chooseChains(duckdb, { ...options, chains: newest });
    const { heldBack, findings, isWhole } = choice;
    if (isWhole) return { folder: undefined, findings, heldBack, found: [], keptInstances: new Set() };
    const previous = options.previous === undefined ? undefined : openPrevious(duckdb, options.previous);
    const modelled = heldBack.size > 0 ? [] : judged;
    made = await makeVersion(duckdb, { options, choice, generatedAt, previous, modelled, canKeep });
    if (!made.states) return { ...made, folder: undefined, heldBack };
    // The hashes are computed while DuckDB writes its file.
    serving = factsOfFiles(folder, path.basename(collectionsFolder(folder)), shared);
    serving.catch(() => {});
    for (const step of stepNames) await duckdb.run(`DETACH ${step}`);
    await duckdb.run('CHECKPOINT warehouse');
  }
  fs.rmSync(spillFolder, { recursive: true, force: true });
  const files = await factsOfFiles(folder, '', shared, await serving);
  const { states, collections, counts, added, history, ...outcome } = made;
  writeManifest(folder, {
    ...{ version, tenant, history, collections, counts, added, files, islands: states },
    enrichmentVersion: enrichmentVersion(),
    generatedAt: generatedAt.toISOString(),
    sources: sourceStates(options, choice, generatedAt),
  });
  return { ...outcome, folder, files, heldBack: choice.heldBack };
}

async function prepareDatabase(duckdb: DuckDB, folder: string): Promise<void> {
  // Small blocks, because most tables of most versions have few rows or none.
  await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS warehouse (BLOCK_SIZE 16384)`);
  await duckdb.run(searchPath);
  for (const step of stepNames) await duckdb.run(`ATTACH ':memory:' AS ${step}`);
  await createNeighbours(duckdb);
}

/** Whether the version in service says what has not changed since. */
function canKeepRows({ current, previous }: BuildOptions): boolean {
  return previous !== undefined && current?.islands !== undefined && !current.islands.isLimited;
}

interface Making {
  readonly options: BuildOptions;
  readonly choice: Choice;
  readonly generatedAt: Date;
  readonly previous: PreviousVersion | undefined;
  /** The chains from which the model was created. */
  readonly modelled: readonly LocalChain[];
  readonly canKeep: boolean;
}

/** Compute what a change can reach, and write the version. @throws KeptRowsLost */
async function makeVersion(duckdb: DuckDB, making: Making): Promise<Made | HeldBackVersion> {
  const { options, choice, generatedAt, previous, modelled } = making;
  const common = await commonDigest(duckdb, { ...options, ...choice });
  const before = making.canKeep ? options.current!.islands! : undefined;
  const states = before?.common === common ? before : undefined;
  let ended: unknown;
  const progress: BuildOptions['progress'] = (step, computed) => {
    try {
      options.progress(step, computed);
    } catch (error) {
      ended = error;
      throw error;
    }
  };
  try {
    const computed = await compute(duckdb, {
      ...{ ...options, ...choice, previous, current: options.current, states, generatedAt, modelled, progress },
      fewestKeptRows: options.fewestKeptRows ?? fewestKeptRows,
    });
    return await writeVersion(duckdb, { ...making, computed, common, states, progress });
  } catch (error) {
    if (!states || error === ended || isShortage(error)) throw error;
    throw new KeptRowsLost((error as Error).message, { cause: error });
  }
}

function sourceStates({ sources, heldBackSince }: BuildOptions, choice: Choice, generatedAt: Date): SourceState[] {
  return [...sources.values()].map(({ sourceId }) => {
    const reads = choice.chains.filter(chain => chain.sourceId === sourceId).map(({ runs }) => runs.at(-1)!.read);
    const since = (heldBackSince.get(sourceId) ?? generatedAt).toISOString();
    return {
      sourceId,
      kept: reads.reduce((sum, { kept }) => sum + (kept ?? 0), 0),
      ...(choice.heldBack.has(sourceId) && { heldBackSince: since }),
    };
  });
}
