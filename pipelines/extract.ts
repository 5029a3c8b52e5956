// Read one source and land what it yields, type by type, with a ledger of what was seen and what was not.
import fs from 'node:fs';
import type { Connector, ConnectorContext, Gap, Read } from '../src/connector/contract.ts';
import { resourceOf, resources } from '../src/resources/registry.ts';
import {
  endRead,
  endRun,
  findRun,
  openRuns,
  type ReadStatus,
  readsOf,
  type SyncRead,
  type SyncRun,
  saveBatch,
  startRead,
  startRun,
} from '../src/state/runs.ts';
import { requestBuild } from '../src/state/versions.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import { type DuckDB, openDuckDB } from '../src/warehouse/duckdb.ts';
import { openLanding } from '../src/warehouse/land.ts';
import type { ConfiguredSource, PipelineContext } from './context.ts';

/** Memory that DuckDB may take while it turns batches into Parquet. */
const landingMemoryBytes = 1024 * 1024 * 1024;

/** Carry a run out, or take it up where a crash left it. */
export async function extract(context: PipelineContext, runId: string, signal: AbortSignal): Promise<void> {
  const run = await findRun(context.database, runId);
  if (!run || run.status === 'Landed' || run.status === 'Failed') return;
  const source = context.sources.get(run.source_id);
  if (!source) {
    await end(context, run, 'Failed', `source ${run.source_id} is no longer configured`);
    return;
  }
  await startRun(context.database, runId);
  context.progress.publish({ kind: 'run', runId, sourceId: run.source_id, status: 'Running' });
  const connectorContext: ConnectorContext = {
    sourceId: source.config.id,
    applicationInstanceId: source.config.application_instance_id,
    baseFolder: context.baseFolder,
    signal,
  };
  try {
    const outcomes = await readSource(context, run, source, connectorContext);
    signal.throwIfAborted();
    const nothingRead = outcomes.length > 0 && outcomes.every(outcome => outcome.failed);
    await end(context, run, nothingRead ? 'Failed' : 'Landed', summary(outcomes));
  } catch (error) {
    // A run that the shutdown cut off stays open, and the next start takes it up again.
    if (signal.aborted) throw error;
    context.log.warn({ runId, source: run.source_id, err: error }, 'sync run failed');
    await end(context, run, 'Failed', faultMessage(error, context.folders.root));
  }
}

/** End a run; what it landed asks for a build in the same transaction, so no crash can lose the request. */
async function end(context: PipelineContext, run: SyncRun, status: 'Landed' | 'Failed', error?: string): Promise<void> {
  const { run_id: runId, source_id: sourceId } = run;
  await context.database.transaction(async transaction => {
    await endRun(transaction, runId, status, error);
    if (status === 'Landed') await requestBuild(transaction, context.tenant);
  });
  context.progress.publish({ kind: 'run', runId, sourceId, status, ...(error !== undefined && { error }) });
  // The first runs of a deployment make one version together; the sweep builds in a minute if one of them takes long.
  const open = run.cause === 'start' ? await openRuns(context.database, context.tenant) : [];
  if (!open.some(other => other.cause === 'start')) context.addJob('build', context.tenant);
}

interface ReadOutcome {
  readonly type: string;
  readonly failed: boolean;
  readonly error?: string;
}

function summary(outcomes: readonly ReadOutcome[]): string | undefined {
  const failed = outcomes.filter(outcome => outcome.failed);
  return failed.length === 0 ? undefined : failed.map(({ type, error }) => `${type}: ${error}`).join('; ');
}

async function readSource(
  context: PipelineContext,
  run: SyncRun,
  source: ConfiguredSource,
  connectorContext: ConnectorContext,
): Promise<ReadOutcome[]> {
  const connector = source.connector as Connector;
  const client = await connector.open(source.settings, connectorContext);
  const spillFolder = context.folders.run(run.source_id, run.run_id);
  fs.mkdirSync(spillFolder, { recursive: true });
  try {
    await using duckdb = await openDuckDB({
      file: ':memory:',
      spillFolder,
      threads: context.build.threads,
      memoryBytes: landingMemoryBytes,
    });
    const reads = inOrderOfNeeds(connector.reads(client));
    const ledger = new Map((await readsOf(context.database, run.run_id)).map(read => [read.type, read]));
    const outcomes: ReadOutcome[] = [];
    for (const read of reads) {
      const known = ledger.get(read.lands);
      if (known && known.status !== 'Running') continue;
      outcomes.push(
        await landRead(context, run, { source, duckdb, read, known, client, signal: connectorContext.signal }),
      );
    }
    const offered = new Set(reads.map(read => read.lands));
    for (const { type, madeBy } of resources) {
      if (madeBy === 'connectors' && !offered.has(type) && !ledger.has(type)) {
        await endRead(context.database, run.run_id, type, { status: 'Unsupported' });
      }
    }
    return outcomes;
  } finally {
    await connector.close?.(client);
  }
}

/** Reads after those that they need; a need that nothing reads is none. */
function inOrderOfNeeds(reads: readonly Read<unknown>[]): Read<unknown>[] {
  const byType = new Map(reads.map(read => [read.lands, read]));
  if (byType.size !== reads.length) throw new Error('the connector has two reads of one type: likely a connector bug');
  const ordered = new Set<Read<unknown>>();
  const visit = (read: Read<unknown>, path: readonly string[]) => {
    if (path.includes(read.lands)) throw new Error(`reads need each other: ${[...path, read.lands].join(' → ')}`);
    for (const need of read.needs ?? []) {
      const needed = byType.get(need);
      if (needed) visit(needed, [...path, read.lands]);
    }
    ordered.add(read);
  };
  for (const read of reads) visit(read, []);
  return [...ordered];
}

interface Reading {
  readonly source: ConfiguredSource;
  readonly duckdb: DuckDB;
  readonly read: Read<unknown>;
  readonly known: SyncRead | undefined;
  readonly client: unknown;
  readonly signal: AbortSignal;
}

async function landRead(context: PipelineContext, run: SyncRun, reading: Reading): Promise<ReadOutcome> {
  const { read, known, signal } = reading;
  const { database, progress } = context;
  const runId = run.run_id;
  const type = read.lands;
  const resource = resourceOf(type);
  if (!resource) throw new Error(`the connector reads ${type}, which is no object or relationship type`);
  const folder = context.folders.landed(run.source_id, runId, type);
  const resumable = known?.cursor != null;
  if (!resumable) {
    fs.rmSync(folder, { recursive: true, force: true });
    await startRead(database, runId, type);
  }
  let rows = resumable ? known.rows : 0;
  let rejected = resumable ? known.rejected : 0;
  const gaps: Gap[] = resumable ? [...known.gaps] : [];
  const tell = (status: ReadStatus) =>
    progress.publish({ kind: 'read', runId, sourceId: run.source_id, type, status, rows, rejected });
  tell('Running');

  const landing = await openLanding({
    duckdb: reading.duckdb,
    resource,
    applicationInstanceId: reading.source.config.application_instance_id,
    folder,
    ...(context.batchBytes !== undefined && { batchBytes: context.batchBytes }),
    ...(resumable && { after: { part: known.parts, filled: known.filled } }),
    save: part => saveBatch(database, runId, type, part),
  });
  try {
    const cursors = createCursorGuard(type);
    for await (const page of read.pages(reading.client, known?.cursor ?? undefined)) {
      signal.throwIfAborted();
      cursors.check(page.cursor);
      gaps.push(...(page.gaps ?? []));
      await landing.add(page);
      rows += page.records.length;
      rejected += page.rejected?.length ?? 0;
      tell('Running');
    }
    const { duplicates } = await landing.finish();
    const status = statusOf(gaps, rows);
    await endRead(database, runId, type, { status, duplicates });
    tell(status);
    return { type, failed: false };
  } catch (error) {
    if (signal.aborted) {
      await landing.abandon();
      throw error;
    }
    // What was read before the source failed is as true as ever; it only may not count as everything.
    const { duplicates } = await landing.finish().catch(() => ({ duplicates: 0 }));
    const message = faultMessage(error, context.folders.root);
    context.log.warn({ runId, source: run.source_id, type, err: error }, 'read failed');
    await endRead(database, runId, type, { status: 'Failed', duplicates, error: message });
    tell('Failed');
    return { type, failed: true, error: message };
  }
}

function statusOf(gaps: readonly Gap[], rows: number): Exclude<ReadStatus, 'Running'> {
  const missing = gaps.filter(gap => gap.missing === 'objects');
  if (missing.length === 0) return 'Complete';
  if (rows > 0) return 'Partial';
  if (missing.some(gap => gap.reason === 'forbidden')) return 'Forbidden';
  return missing.some(gap => gap.reason === 'failed') ? 'Failed' : 'Unsupported';
}

/** Cursors that are remembered to notice a source that goes round in circles. */
const rememberedCursors = 10_000;

/** A source whose page token does not move would be read for ever. */
function createCursorGuard(type: string): { check(cursor: string | undefined): void } {
  const seen = new Set<string>();
  return {
    check(cursor) {
      if (cursor === undefined) return;
      if (seen.has(cursor)) {
        throw new Error(
          `${type}: the source gave the page token ${JSON.stringify(cursor.slice(0, 100))} twice, so reading it would never end`,
        );
      }
      if (seen.size >= rememberedCursors) seen.delete(seen.values().next().value!);
      seen.add(cursor);
    },
  };
}
