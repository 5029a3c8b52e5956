// Land what one read yields: batches with the cursors that describe them, and in the end what the read saw.
import type { Read } from '../../src/connector/contract.ts';
import type { JobRun } from '../../src/jobs/queue.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { landedFilesOf, recordFiles } from '../../src/state/landed-chains.ts';
import type { Lease } from '../../src/state/leases.ts';
import type { LandedFile } from '../../src/state/runs.ts';
import { endRead, type ReadStatus, type SyncRead, type SyncRun, saveBatch, startRead } from '../../src/state/runs.ts';
import { faultMessage } from '../../src/warehouse/disk-full.ts';
import type { DuckDB } from '../../src/warehouse/duckdb.ts';
import { openLanding } from '../../src/warehouse/landing/land.ts';
import { removeUncounted, unrecordedParts, withLocalFiles } from '../../src/warehouse/landing/landed.ts';
import type { ConfiguredSource, PipelineContext } from '../job/context.ts';
import { isOwnFault } from '../job/outage.ts';
import { createGaps } from './gaps.ts';
import { retryDelayMs } from './retry.ts';
import { untilAborted } from './until-aborted.ts';

/** A run that this process works on. */
export interface Extraction {
  readonly context: PipelineContext;
  readonly run: SyncRun;
  readonly lease: Lease;
  readonly source: ConfiguredSource;
  readonly signal: AbortSignal;
  readonly emit: JobRun['emit'];
}

export interface ReadOutcome {
  readonly type: string;
  readonly failed: boolean;
  readonly error?: string;
}

export interface Reading extends Extraction {
  readonly duckdb: DuckDB;
  readonly read: Read<unknown>;
  /** What the ledger has of it from a former attempt. */
  readonly known: SyncRead | undefined;
  readonly client: unknown;
  /** Where batches are made. */
  readonly folder: string;
}

/** @throws what broke, when the process stops or the source may answer again later; the read then goes on from its cursor */
export async function landRead(reading: Reading): Promise<ReadOutcome> {
  const { context, run, lease, read, known, signal, emit } = reading;
  const { database } = context;
  const type = read.lands;
  const resumable = known?.cursor != null;
  if (resumable) await recordFormerParts(reading, known);
  else await startRead(database, lease, type);
  if (known) {
    const key = context.keys.read(run.source_id, run.run_id, type);
    await removeUncounted(context.storage, key, { parts: resumable ? known.parts : 0, attempt: lease.attempt });
  }
  let rows = resumable ? known.rows : 0;
  let rejected = resumable ? known.rejected : 0;
  const gaps = createGaps(resumable ? known.gaps : []);
  const report = (status: ReadStatus) =>
    emit({ kind: 'read', runId: run.run_id, sourceId: run.source_id, type, status, rows, rejected });
  report('Running');

  const landing = await openLandingOf(reading, resumable ? known : undefined);
  try {
    const cursors = createCursorGuard(type);
    const patience = { signal, silenceMs: context.sourceSilenceMs };
    for await (const page of untilAborted(read.pages(reading.client, known?.cursor ?? undefined), patience)) {
      signal.throwIfAborted();
      cursors.check(page.cursor);
      await landing.add(page.gaps ? { ...page, gaps: gaps.add(page.gaps) } : page);
      rows += page.records.length;
      rejected += page.rejected?.length ?? 0;
      report('Running');
    }
    const { duplicates } = await landing.finish();
    const status = gaps.status(rows);
    await endRead(database, lease, type, { status, duplicates });
    report(status);
    return { type, failed: false };
  } catch (error) {
    if (signal.aborted) {
      await landing.abandon();
      throw error;
    }
    // What was read before the source failed is as true as ever; it only may not count as everything.
    const { duplicates } = await landing.finish().catch(() => ({ duplicates: 0 }));
    if (isOwnFault(error) || (await retryDelayMs(database, run.run_id, error)) !== undefined) throw error;
    const message = faultMessage(error, context.workspace.folder);
    context.log.warn({ run: run.run_id, source: run.source_id, type, err: error }, 'read failed');
    await endRead(database, lease, type, { status: 'Failed', duplicates, error: message });
    report('Failed');
    return { type, failed: true, error: message };
  }
}

/** A former release did not record what it landed; once anything of a read is recorded, only what is recorded counts. */
async function recordFormerParts({ context, run, lease, read }: Reading, former: SyncRead): Promise<void> {
  const { database, storage, keys } = context;
  const type = read.lands;
  if (former.parts === 0 || (await landedFilesOf(database, run.run_id, type)).length > 0) return;
  const parts = await unrecordedParts(storage, keys.read(run.source_id, run.run_id, type));
  // A part beyond the ledger was cut off before it counted, and is read again.
  const counted = parts.filter(({ part }) => part <= former.parts);
  if (counted.length > 0) await recordFiles(database, lease, type, counted);
}

function openLandingOf({ context, run, lease, source, duckdb, read, folder }: Reading, former: SyncRead | undefined) {
  const { database, storage, keys, batchBytes } = context;
  const type = read.lands;
  const resource = resourceOf(type);
  if (!resource) throw new Error(`the connector reads ${type}, which is no object or relationship type`);
  const key = keys.read(run.source_id, run.run_id, type);
  return openLanding({
    duckdb,
    resource,
    applicationInstanceId: source.config.application_instance_id,
    folder,
    attempt: lease.attempt,
    ...(batchBytes !== undefined && { batchBytes }),
    ...(former && { after: { part: former.parts, filled: former.filled } }),
    keep: async (name, file): Promise<LandedFile> => ({ name, ...(await storage.keepFile(`${key}/${name}`, file)) }),
    save: part => saveBatch(database, lease, type, part),
    withLanded: async use => withLocalFiles(storage, key, await landedFilesOf(database, run.run_id, type), use),
  });
}

/** Cursors that are remembered to notice a source that goes round in circles. */
const rememberedCursors = 10_000;

/** A source whose page token does not move would be read for ever. */
function createCursorGuard(type: string): { check(cursor: string | undefined): void } {
  const seen = new Set<string>();
  return {
    check(cursor) {
      if (cursor === undefined) return;
      // State keeps it as text, which holds none there.
      if (cursor.includes('\0')) throw new Error('the source gave a page token that holds a NUL character');
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
