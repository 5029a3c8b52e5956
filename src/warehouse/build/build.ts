// Builds a new version from landed files, in its own folder. Nothing here touches a version that is being served.
import fs from 'node:fs';
import path from 'node:path';
import { resources } from '../../resources/registry.ts';
import type { Finding } from '../../state/findings.ts';
import type { FoundGaps } from '../../state/versions.ts';
import { openDuckDB } from '../duckdb.ts';
import { enrichmentVersion } from '../sql-files.ts';
import { type Collections, collectionsFolder, type InstanceCount, warehouseFile } from '../version/layout.ts';
import { type SourceState, writeManifest } from '../version/manifest.ts';
import { type WrittenChanges, writeChanges } from './changes/changes.ts';
import { runChecks } from './check.ts';
import { writeCollections } from './documents/write-collections.ts';
import { type Choice, chooseChains, countObjects, type JudgeOptions } from './judge.ts';
import { createFurtherTables, foundGaps } from './ledger.ts';
import { createModel, prepareModel, typesWithFiles } from './model.ts';
import { type Acceptance, findRisks } from './risks/find-risks.ts';
import type { RiskOptions } from './risks/risk-options.ts';
import { writeSearch } from './search.ts';
import { createTables, enrich, stepNames } from './tables.ts';

export interface BuildOptions extends JudgeOptions {
  readonly tenant: string;
  /** The folder to build in; it does not exist yet. */
  readonly folder: string;
  readonly version: number;
  /** The folder of the version in service, to read what it says. It stays in place during the build. */
  readonly former?: string;
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
  /** Called before each step. An error that it throws ends the build. */
  progress(step: string): void;
}

export interface BuildOutcome {
  /** The folder of the finished version; undefined when the whole version is held back. */
  readonly folder: string | undefined;
  readonly findings: readonly Finding[];
  /** The gaps that the build found in the newest reads. */
  readonly found: readonly FoundGaps[];
  /** Sources that are held back, and why: the version is made from their last good data. */
  readonly heldBack: Choice['heldBack'];
}

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
  const documentsFolder = collectionsFolder(folder);
  for (const made of [spillFolder, documentsFolder]) fs.mkdirSync(made, { recursive: true });
  const generatedAt = new Date();
  const sourceIds = new Set([...options.sources.values()].map(source => source.sourceId));
  const newest = options.chains.filter(chain => sourceIds.has(chain.sourceId));
  let choice: Choice;
  let written: Collections;
  let findings: Finding[];
  let found: FoundGaps[];
  let counts: readonly InstanceCount[];
  let added: readonly InstanceCount[];
  let changes: WrittenChanges;
  {
    await using duckdb = await openDuckDB({ file: warehouseFile(folder), spillFolder, threads, memoryBytes });
    // Compression would cost more time than it saves space: a version is written once and read in place.
    await duckdb.run(`SET force_compression = 'uncompressed'`);
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
    const { serviceInstance, risks, acceptances, former, sources } = options;
    const shown = { sources, shown: choice.shown, heldBack };
    const lost = await findRisks(duckdb, {
      ...{ options: risks, acceptances, serviceInstance, former, generatedAt },
      ...shown,
    });
    // One transaction for all tables, because each commit waits for the disk.
    await duckdb.run('BEGIN');
    await createTables(duckdb, typesWithFiles(choice.chains), progress);
    await createFurtherTables(duckdb, options.sources, choice.shown, heldBack);
    await duckdb.run('COMMIT');
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
    changes = await writeChanges(duckdb, { ...changesOptions(options), generatedAt, counts });
    findings.push(...changes.findings);
    const sideBySide = await duckdb.sideBySide(threads);
    written = await writeCollections(sideBySide, {
      ...{ folder: documentsFolder, spillFolder, version, threads, counts },
      done: progress,
    });
    for (const step of stepNames) await duckdb.run(`DETACH ${step}`);
    await duckdb.run('CHECKPOINT');
  }
  fs.rmSync(spillFolder, { recursive: true, force: true });
  writeManifest(folder, {
    version,
    tenant,
    enrichmentVersion: enrichmentVersion(),
    history: changes.history,
    generatedAt: generatedAt.toISOString(),
    collections: written,
    counts,
    added,
    sources: sourceStates(options, choice, generatedAt),
  });
  return { folder, findings, heldBack: choice.heldBack, found };
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
