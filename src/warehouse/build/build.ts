// Landed files → a new version in a folder of its own. Nothing here touches a version that is being served.
import fs from 'node:fs';
import path from 'node:path';
import { resources } from '../../resources/registry.ts';
import type { Finding, FoundGaps } from '../../state/versions.ts';
import { type DuckDB, identifier, openDuckDB } from '../duckdb.ts';
import type { LocalChain } from '../landing/landed.ts';
import { enrichmentVersion } from '../sql-files.ts';
import { type BuildSource, createFurtherTables, foundGaps } from '../version/inventory.ts';
import { type Manifest, writeManifest } from '../version/manifest.ts';
import { findLosses, findRejections, type HoldBack, type InstanceCount, runChecks } from './check.ts';
import { createModel } from './model.ts';
import { type CollectionManifest, writeCollections } from './serve.ts';
import { createTables, enrich, stepNames } from './tables.ts';

export interface BuildOptions {
  readonly tenant: string;
  /** Where to make it; nothing is there yet. */
  readonly folder: string;
  readonly version: number;
  readonly chains: readonly LocalChain[];
  /** Configured sources by application instance id. Others are left out of the version. */
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** The version in service, if there is one. */
  readonly current: Manifest | undefined;
  readonly holdBack: HoldBack;
  /** Publish although objects are gone or records were rejected beyond the thresholds. */
  readonly acceptLoss: boolean;
  readonly threads: number;
  readonly memoryBytes: number;
  /** Called before each step; what it throws ends the build. */
  progress(step: string): void;
}

/** A finished version's folder, or nothing when a finding of severity `stop` holds the build back. */
export interface BuildOutcome {
  readonly folder: string | undefined;
  readonly findings: readonly Finding[];
  /** What the build found missing in the newest reads. */
  readonly found: readonly FoundGaps[];
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
  const serveFolder = path.join(folder, 'serve');
  for (const made of [spillFolder, serveFolder]) fs.mkdirSync(made, { recursive: true });
  const generatedAt = new Date();
  const sourceIds = new Set([...options.sources.values()].map(source => source.sourceId));
  const chains = options.chains.filter(chain => sourceIds.has(chain.sourceId));
  let written: Record<string, CollectionManifest>;
  let findings: Finding[];
  let found: FoundGaps[];
  let counts: InstanceCount[];
  {
    const file = path.join(folder, 'warehouse.duckdb');
    await using duckdb = await openDuckDB({ file, spillFolder, threads, memoryBytes });
    // A version is written once and read where it was written: packing it would cost more than it saves.
    await duckdb.run(`SET force_compression = 'uncompressed'`);
    for (const step of stepNames) await duckdb.run(`ATTACH ':memory:' AS ${step}`);
    progress('model');
    await createModel(duckdb, tenant, chains, generatedAt);
    progress('enrich');
    await enrich(duckdb, memoryBytes);
    // One transaction: each commit of its own would wait for the disk.
    await duckdb.run('BEGIN');
    await createTables(duckdb, progress);
    await createFurtherTables(duckdb, options.sources, chains);
    await duckdb.run('COMMIT');
    progress('check');
    counts = await countObjects(duckdb);
    findings = [...(await runChecks(duckdb)), ...judge(options, counts, chains)];
    found = await foundGaps(duckdb, options.sources, chains);
    if (findings.some(finding => finding.severity === 'stop')) return { folder: undefined, findings, found };
    const sideBySide = await duckdb.sideBySide(threads);
    written = await writeCollections(sideBySide, serveFolder, progress);
    for (const step of stepNames) await duckdb.run(`DETACH ${step}`);
    await duckdb.run('CHECKPOINT');
  }
  fs.rmSync(spillFolder, { recursive: true, force: true });
  writeManifest(folder, {
    version,
    tenant,
    enrichmentVersion: enrichmentVersion(),
    generatedAt: generatedAt.toISOString(),
    collections: written,
    counts,
  });
  return { folder, findings, found };
}

/** What the operator may overrule: losses and rejections. Checks of the data itself may not be overruled. */
function judge(options: BuildOptions, counts: readonly InstanceCount[], chains: readonly LocalChain[]): Finding[] {
  const configured = (options.current?.counts ?? []).filter(count => options.sources.has(count.applicationInstanceId));
  const sourceOf = (applicationInstanceId: string) => options.sources.get(applicationInstanceId)!.sourceId;
  const reads = chains.map(chain => ({ sourceId: chain.sourceId, ...chain.runs.at(-1)!.read }));
  const found = [
    ...findLosses(configured, counts, options.holdBack, sourceOf),
    ...findRejections(reads, options.holdBack),
  ];
  return options.acceptLoss ? found.map(finding => ({ ...finding, severity: 'warn' as const })) : found;
}

async function countObjects(duckdb: DuckDB): Promise<InstanceCount[]> {
  const counts: InstanceCount[] = [];
  for (const { type } of resources) {
    const rows = await duckdb.rows<{ instance: string; count: bigint }>(
      `SELECT "objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance, count(*) AS count
       FROM ${identifier(type)} GROUP BY ALL ORDER BY ALL`,
    );
    counts.push(...rows.map(row => ({ type, applicationInstanceId: row.instance, count: Number(row.count) })));
  }
  return counts;
}
