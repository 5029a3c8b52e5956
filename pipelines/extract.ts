// Reads one source and lands what it yields, type by type, with a ledger of what could be read and what could not.
//
// Each batch of records is saved together with its cursor, so a killed extraction continues from the last saved one. A connector that can
// report what has changed continues from the position of its last complete read (src/state/incremental-reads.ts). How a read ends, and what
// becomes of objects that it did not bring, is decided in extract/end-of-read.ts and extract/end-of-changes.ts.
import fs from 'node:fs';
import path from 'node:path';
import type { Connector, ConnectorContext, Read } from '../src/connector/contract.ts';
import { orAborted, type WaitLimits } from '../src/connector/until-aborted.ts';
import type { Again, JobRun } from '../src/jobs/queue.ts';
import { resources } from '../src/resources/registry.ts';
import { requestRunsOfChanges } from '../src/state/actions/data-sync.ts';
import { underLease } from '../src/state/leases.ts';
import { endPush, requestRunOfPushes } from '../src/state/pushes.ts';
import { noteUnsupported, readsOf } from '../src/state/reads.ts';
import { endRun, leaseRun, openRuns, retryRun } from '../src/state/runs.ts';
import { recordReadSignals } from '../src/state/signals/signals.ts';
import { endRunOfObjects, openRunsOfSource } from '../src/state/signals/targeted-runs.ts';
import { openBuild, requestBuild } from '../src/state/versions.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import type { DuckDB } from '../src/warehouse/duckdb.ts';
import { withDuckDB } from '../src/warehouse/waiting-duckdb.ts';
import { openBucketFolder } from './extract/bucket-folder.ts';
import { reasonsOf } from './extract/incomplete.ts';
import { landRead, type ReadOutcome } from './extract/land-read.ts';
import { landedBefore } from './extract/landed-before.ts';
import { pushedRows } from './extract/pushed-rows.ts';
import type { Extraction } from './extract/reading.ts';
import { countRequests, type RequestCount } from './extract/requests.ts';
import { retryDelayMs } from './extract/retry.ts';
import { withSignalActivities } from './extract/signal-activities.ts';
import { targetedReads } from './extract/targeted-reads.ts';
import type { PipelineContext } from './job/context.ts';
import { mostFailures, whenLeased } from './job/leased.ts';
import { isOwnFault } from './job/outage.ts';

/** Memory that DuckDB may take while it turns batches into Parquet. */
const landingMemoryBytes = 1024 * 1024 * 1024;

/** Carry a run out, or resume it where another process left it. */
export async function extract(context: PipelineContext, runId: string, job: JobRun): Promise<Again | undefined> {
  const leased = await leaseRun(context.database, runId, context.leaseMs, context.mostOfConnector);
  return whenLeased(context, leased, job.signal, async ({ record: run, lease, signal }) => {
    const source = context.sources.get(run.source_id);
    const extraction = { context, run, lease, emit: job.emit };
    if (!source) return end(extraction, 'Failed', notConfigured(run.source_id));
    if (run.failures >= mostFailures) {
      return end(extraction, 'Failed', `failed after ${run.failures} attempts; ${run.error ?? 'each was interrupted'}`);
    }
    return readAndEnd({ ...extraction, source, signal });
  });
}

/** The configuration file may name the source by now: a process reads a changed file only when it receives SIGHUP. */
function notConfigured(source: string): string {
  return `source ${source} is not in the configuration of the process that took the run; if it is new in the file, send SIGHUP to each \`rolecall work\` and \`rolecall serve\`, and sync it again`;
}

/** @returns when the run is retried, because its source is unavailable */
async function readAndEnd(extraction: Extraction): Promise<Again | undefined> {
  const { context, run, lease, signal, emit } = extraction;
  emit({ kind: 'run', runId: run.run_id, sourceId: run.source_id, status: 'Running' });
  try {
    const outcomes = await readSource(extraction);
    signal.throwIfAborted();
    const nothingRead = outcomes.length > 0 && outcomes.every(outcome => outcome.failed);
    const reasons = reasonsOf(run.source_id, await readsOf(context.database, run.run_id));
    // A push that could not be landed as a whole waits for the next run: its rows cannot be asked for again.
    const hasLandedAll = !outcomes.some(outcome => outcome.failed);
    await end(extraction, nothingRead ? 'Failed' : 'Landed', reasons, hasLandedAll);
    return undefined;
  } catch (error) {
    // A run that the shutdown interrupted stays open, and another process resumes it.
    if (signal.aborted || isOwnFault(error)) throw error;
    const message = faultMessage(error, context.workspace.folder);
    const delayMs = await retryDelayMs(context.database, run.run_id, error);
    if (delayMs !== undefined) {
      context.log.warn(
        { run: run.run_id, source: run.source_id, err: error, delayMs },
        'source does not answer; run delayed',
      );
      await retryRun(context.database, lease, message, delayMs);
      emit({ kind: 'run', runId: run.run_id, sourceId: run.source_id, status: 'Queued' });
      return { againInMs: delayMs };
    }
    context.log.warn({ run: run.run_id, source: run.source_id, err: error }, 'sync run failed');
    await end(extraction, 'Failed', message);
    return undefined;
  }
}

/** End a run. A build of what it landed is requested in the same transaction, so no crash can lose the request. */
async function end(
  { context, run, lease, emit }: Pick<Extraction, 'context' | 'run' | 'lease' | 'emit'>,
  status: 'Landed' | 'Failed',
  error?: string,
  hasLandedAll = false,
): Promise<undefined> {
  const { run_id: runId, source_id: sourceId } = run;
  const { tenant } = context;
  const readableTypes = Object.keys(context.sources.get(sourceId)?.connector.readObjects ?? {});
  const { build, runs } = await underLease(context.database, lease, async transaction => {
    await endRun(transaction, runId, status, error);
    if (hasLandedAll) await endPush(transaction, runId);
    if (hasLandedAll) await recordReadSignals(transaction, run);
    return {
      build: status === 'Landed' ? await requestBuild(transaction, tenant) : undefined,
      // This run may have begun before an action job changed something, or a system sent rows.
      runs: [
        ...(await requestRunsOfChanges(transaction, tenant)),
        ...(await requestRunOfPushes(transaction, { tenant, sourceId, runId, isLanded: hasLandedAll })),
        ...(await endRunOfObjects(transaction, run, { tenant, sourceId, readableTypes }, hasLandedAll)),
      ],
    };
  });
  for (const { run_id: id } of runs) await context.addJob('extract', id);
  for (const { run_id: id } of await openRunsOfSource(context.database, { tenant, sourceId }))
    await context.addJob('extract', id, { now: true });
  emit({ kind: 'run', runId, sourceId, status: status === 'Landed' && error !== undefined ? 'Partial' : status });
  // The first runs of a deployment make one version together: only the last of them adds the build. When one takes long, the
  // build still starts after some seconds, because recoverJobs adds it.
  const open = run.cause === 'start' ? await openRuns(context.database, context.tenant) : [];
  if (open.some(other => other.cause === 'start')) return undefined;
  const waiting = build ?? (await openBuild(context.database, context.tenant));
  if (waiting) await context.addJob('build', waiting.build_id);
  return undefined;
}

async function readSource(extraction: Extraction): Promise<ReadOutcome[]> {
  // Aborted at the end, to stop what the connector still does for this run, for example a request that timed out.
  const over = new AbortController();
  const requests = countRequests(extraction);
  try {
    return await readUntil(extraction, requests, AbortSignal.any([extraction.signal, over.signal]));
  } finally {
    over.abort();
    await requests.end();
  }
}

/** @param ended aborts when the run needs nothing more from the connector */
async function readUntil(
  extraction: Extraction,
  { onAnswer }: RequestCount,
  ended: AbortSignal,
): Promise<ReadOutcome[]> {
  const { context, run, lease, source, signal } = extraction;
  const connector = source.connector;
  const pushed = connector.takes && !run.targeted ? await pushedRows(extraction) : undefined;
  let landing: DuckDB | undefined;
  const connectorContext: ConnectorContext = {
    sourceId: source.config.id,
    applicationInstanceId: source.config.application_instance_id,
    baseFolder: context.baseFolder,
    signal: ended,
    onAnswer,
    ...(run.started_at && { runAgeMs: Math.max(0, Date.now() - run.started_at.getTime()) }),
    landedBefore: (type, field, ids) =>
      landedBefore(context, landing!, { sourceId: source.config.id, type, field, ids }),
    openBucketFolder: settings =>
      openBucketFolder(settings, context.workspace.place('source-files', source.config.id), ended),
    ...(pushed && { pushed }),
  };
  const patience = { signal, silenceMs: context.sourceSilenceMs };
  const client = await orAborted(connector.open(source.settings, connectorContext), patience);
  const folder = context.workspace.place('landing', `${run.run_id}-${lease.attempt}`);
  fs.mkdirSync(folder, { mode: 0o700 });
  try {
    const limits = { threads: context.build.threads, memoryBytes: landingMemoryBytes, spillFolder: folder };
    return await withDuckDB(limits, duckdb => {
      landing = duckdb;
      return landReads(extraction, client, duckdb, folder);
    });
  } finally {
    await closed(connector, client, patience).catch(error => {
      if (signal.aborted) return;
      // The run does not fail: everything was read before the client was closed.
      context.log.warn(
        { run: run.run_id, source: run.source_id, err: error },
        'the connector could not close its client',
      );
    });
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param folder for what is not landed yet */
async function landReads(
  extraction: Extraction,
  client: unknown,
  duckdb: DuckDB,
  folder: string,
): Promise<ReadOutcome[]> {
  const { context, run, lease, source } = extraction;
  const ofSource = run.targeted ? await targetedReads(extraction) : inOrderOfNeeds(source.connector.reads(client));
  const reads = await withSignalActivities(extraction, ofSource, client);
  const ledger = new Map((await readsOf(context.database, run.run_id)).map(read => [read.type, read]));
  const outcomes: ReadOutcome[] = [];
  for (const read of reads.filter(({ pushed }) => pushed !== 'awaited')) {
    const known = ledger.get(read.lands);
    if (known && known.status !== 'Running') {
      // It ended in a former attempt.
      outcomes.push({ failed: known.error !== null });
      continue;
    }
    outcomes.push(
      await landRead({ ...extraction, duckdb, read, known, client, folder: path.join(folder, read.lands) }),
    );
  }
  if (run.targeted) return outcomes;
  const offered = new Set(reads.map(read => read.lands));
  const others = resources.filter(({ type, madeBy }) => madeBy === 'connectors' && !offered.has(type));
  await noteUnsupported(
    context.database,
    lease,
    others.map(({ type }) => type),
  );
  return outcomes;
}

async function closed(connector: Connector, client: unknown, patience: WaitLimits): Promise<void> {
  await orAborted(Promise.resolve(connector.close?.(client)), patience);
}

/** Order the reads so that each comes after the reads that it needs. Needs that the connector does not read are ignored. */
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
