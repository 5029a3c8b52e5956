// Builds a new version from landed files, in its own folder. Nothing here touches a version that is being served.
import fs from 'node:fs';
import path from 'node:path';
import { mebibytes } from '../../mebibytes.ts';
import { resources } from '../../resources/registry.ts';
import type { Finding } from '../../state/findings.ts';
import type { FoundGaps } from '../../state/versions.ts';
import type { FolderFacts } from '../../storage/storage.ts';
import { isShortage } from '../disk-full.ts';
import { type DuckDB, literal, openDuckDB } from '../duckdb.ts';
import { enrichmentVersion } from '../sql-files.ts';
import { factsOfFiles } from '../version/files.ts';
import {
  type Collections,
  collectionsFolder,
  type InstanceCount,
  tablesFolder,
  warehouseFile,
} from '../version/layout.ts';
import { currentCollections, type SourceState, writeManifest } from '../version/manifest.ts';
import { readTables, type VersionTables } from '../version/table-parts.ts';
import { type WrittenChanges, writeChanges } from './changes/changes.ts';
import { runChecks } from './check.ts';
import { writeCollections } from './documents/write-collections.ts';
import type { CollectionsOptions, FormerDocuments } from './documents/writing.ts';
import { type Choice, chooseChains, countObjects, type JudgeOptions } from './judge.ts';
import { createFurtherTables, foundGaps } from './ledger.ts';
import { createModel, prepareModel, typesWithFiles } from './model.ts';
import { attachFormer } from './parts/former.ts';
import { defaultPartRows } from './parts/plan.ts';
import { viewTables, writeParts, writeTables } from './parts/write-tables.ts';
import { type Acceptance, findRisks } from './risks/find-risks.ts';
import type { RiskOptions } from './risks/risk-options.ts';
import { writeSearch } from './search.ts';
import { enrich, filledTypes, stepNames } from './tables.ts';

export interface BuildOptions extends JudgeOptions {
  readonly tenant: string;
  /** The folder to build in; it does not exist yet. */
  readonly folder: string;
  readonly version: number;
  /** The folder of the version in service, to read what it says. It stays in place during the build. */
  readonly former?: string;
  /** Compute and write everything, and take over no file of the former version. */
  readonly isFull?: boolean;
  /** When the data of the version were made; default: now. */
  readonly generatedAt?: Date;
  /** The application instance of the service itself. */
  readonly serviceInstance: string;
  readonly risks: RiskOptions;
  /** Violations that clients have accepted. */
  readonly acceptances: readonly Acceptance[];
  /** Sources that were held back before → since when. */
  readonly heldBackSince: ReadonlyMap<string, Date>;
  /** How long changes between versions are kept. */
  readonly keepChangesMs: number;
  readonly threads: number;
  readonly memoryBytes: number;
  /** The least rows of a part; by default {@link defaultPartRows}. */
  readonly partRows?: number;
  /** Called before each step. An error that it throws ends the build. */
  progress(step: string): void;
}

export interface BuildOutcome {
  /** The folder of the finished version; undefined when the whole version is held back. */
  readonly folder: string | undefined;
  /** The files of the version, as the manifest lists them. */
  readonly files?: FolderFacts;
  readonly findings: readonly Finding[];
  /** The gaps that the build found in the newest reads. */
  readonly found: readonly FoundGaps[];
  /** Sources that are held back, and why: the version is made from their last good data. */
  readonly heldBack: Choice['heldBack'];
}

/**
 * Where names without a schema are looked up: first among views over tables that have parts, then among the tables of the version's
 * file. It holds for one connection.
 */
const searchPath = `SET search_path = 'memory.main,warehouse.main'`;

export async function buildVersion(options: BuildOptions): Promise<BuildOutcome> {
  const { folder } = options;
  try {
    const outcome = await buildIn(folder, options);
    if (!outcome.folder) fs.rmSync(folder, { recursive: true, force: true });
    return outcome;
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function buildIn(folder: string, options: BuildOptions): Promise<BuildOutcome> {
  const { tenant, version, progress, threads, memoryBytes } = options;
  const spillFolder = path.join(folder, 'spill');
  for (const made of [spillFolder, collectionsFolder(folder)]) fs.mkdirSync(made, { recursive: true });
  const generatedAt = options.generatedAt ?? new Date();
  const sourceIds = new Set([...options.sources.values()].map(source => source.sourceId));
  const newest = options.chains.filter(chain => sourceIds.has(chain.sourceId));
  let choice: Choice;
  let written: Collections;
  let findings: Finding[];
  let found: FoundGaps[];
  let counts: readonly InstanceCount[];
  let added: readonly InstanceCount[];
  let changes: WrittenChanges;
  let serving: Promise<FolderFacts>;
  const former = options.former === undefined ? undefined : { folder: options.former, files: options.current?.files };
  {
    await using duckdb = await openDuckDB({ file: ':memory:', spillFolder, threads, memoryBytes });
    // Small blocks, because most tables of most versions have few rows or none.
    await duckdb.run(`ATTACH ${literal(warehouseFile(folder))} AS warehouse (BLOCK_SIZE 16384)`);
    await duckdb.run(searchPath);
    for (const step of stepNames) await duckdb.run(`ATTACH ':memory:' AS ${step}`);
    progress('model');
    await prepareModel(duckdb, tenant);
    await createModel(duckdb, newest, generatedAt);
    progress('judge');
    choice = await chooseChains(duckdb, { ...options, chains: newest });
    const { heldBack, isWhole } = choice;
    if (isWhole) return { folder: undefined, findings: choice.findings, heldBack, found: [] };
    if (heldBack.size > 0) await createModel(duckdb, choice.chains, generatedAt);
    await enrich(duckdb, memoryBytes, progress);
    const { serviceInstance, risks, acceptances, sources } = options;
    const shown = { sources, shown: choice.shown, heldBack };
    const lost = await findRisks(duckdb, {
      ...{ options: risks, acceptances, serviceInstance, former: options.former, generatedAt },
      ...shown,
    });
    const plans = await writeAllTables(duckdb, choice, options);
    const tables = await readTables(duckdb.rows, 'warehouse', folder);
    await viewTables(duckdb, tables);
    progress('check');
    counts = await countObjects(
      duckdb,
      resources.map(({ type }) => type),
    );
    added = await countObjects(duckdb, ['RiskDefinition', 'RiskViolation'], 'risks.added.');
    const checked = await runChecks(duckdb, [...new Set(counts.map(({ type }) => type))]);
    findings = [...checked, ...choice.findings, ...lost];
    found = await foundGaps(duckdb, options.sources, choice.shown);
    if (checked.some(({ severity }) => severity === 'stop')) return { folder: undefined, findings, heldBack, found };
    progress('search');
    await writeSearch(duckdb, counts);
    progress('changes');
    changes = await writeChanges(duckdb, { ...changesOptions(options), generatedAt, counts, tables, plans });
    findings.push(...changes.findings);
    written = await writeDocuments(duckdb, options, { spillFolder, counts, tables, plans });
    // The hashes are computed while DuckDB writes its file.
    serving = factsOfFiles(folder, path.basename(collectionsFolder(folder)), former);
    serving.catch(() => {});
    for (const step of stepNames) await duckdb.run(`DETACH ${step}`);
    await duckdb.run('CHECKPOINT warehouse');
  }
  fs.rmSync(spillFolder, { recursive: true, force: true });
  const files = await factsOfFiles(folder, '', former, await serving);
  const { history } = changes;
  writeManifest(folder, {
    ...{ version, tenant, history, collections: written, counts, added, files },
    enrichmentVersion: enrichmentVersion(),
    generatedAt: generatedAt.toISOString(),
    sources: sourceStates(options, choice, generatedAt),
  });
  return { folder, files, findings, heldBack: choice.heldBack, found };
}

/**
 * Bytes of memory for writing tables. Their rows are sorted, and sorting takes all of the memory that it may: with this much it is a
 * sixth slower than with three times as much.
 */
const writingBytes = 1024 ** 3;

async function limitMemory(duckdb: DuckDB, bytes: number): Promise<void> {
  const limit = `SET memory_limit = ${literal(mebibytes(bytes))}`;
  // The limit stays as it is when more memory is in use that cannot be given up.
  await duckdb.run(limit).catch(() => {});
}

/** Write the tables of the version. When the former version cannot be read, they are written without a comparison with it. */
async function writeAllTables(duckdb: DuckDB, { chains, shown, heldBack }: Choice, options: BuildOptions) {
  const { folder, progress, sources, memoryBytes, partRows = defaultPartRows } = options;
  await limitMemory(duckdb, Math.min(memoryBytes, writingBytes));
  const types = await filledTypes(duckdb, typesWithFiles(chains));
  const write = async (former: VersionTables | undefined) => {
    const { parts, plans } = await writeParts(duckdb, types, { folder, partRows, former });
    // One transaction for all tables, because each commit waits for the disk.
    await duckdb.run('BEGIN');
    await writeTables(duckdb, types, parts, former, progress);
    await createFurtherTables(duckdb, sources, shown, heldBack);
    await duckdb.run('COMMIT');
    return plans;
  };
  const former = await attachFormer(duckdb, options.isFull ? undefined : options.former);
  try {
    return await write(former);
  } catch (error) {
    if (!former || isShortage(error)) throw error;
    await duckdb.run('ROLLBACK').catch(() => {});
    fs.rmSync(tablesFolder(folder), { recursive: true, force: true });
    return await write(undefined);
  } finally {
    await duckdb.run('DETACH DATABASE IF EXISTS former');
    await limitMemory(duckdb, memoryBytes);
  }
}

/** Write the documents that the API sends. */
async function writeDocuments(
  duckdb: DuckDB,
  options: BuildOptions,
  made: Pick<CollectionsOptions, 'spillFolder' | 'counts' | 'tables' | 'plans'>,
): Promise<Collections> {
  const { version, threads, progress } = options;
  const sideBySide = await duckdb.sideBySide(threads, searchPath);
  const folder = collectionsFolder(options.folder);
  return writeCollections(sideBySide, {
    ...{ ...made, folder, version, threads, former: formerDocuments(options) },
    done: progress,
  });
}

/** The documents that plans refer to. A version of a former release has none that can be shared. */
function formerDocuments({ former, current, isFull }: BuildOptions): FormerDocuments | undefined {
  if (former === undefined || !current || isFull) return undefined;
  return { folder: collectionsFolder(former), collections: currentCollections(current) };
}

function changesOptions({ version, current, former, keepChangesMs }: BuildOptions) {
  return {
    version,
    enrichmentVersion: enrichmentVersion(),
    former: current && former !== undefined ? { folder: former, manifest: current } : undefined,
    keepMs: keepChangesMs,
  };
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
