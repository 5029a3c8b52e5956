// Read one source and land what it yields, type by type, with a ledger of what was seen and what was not.
import fs from 'node:fs';
import path from 'node:path';
import type { Connector, ConnectorContext, Read } from '../src/connector/contract.ts';
import type { JobRun } from '../src/jobs/queue.ts';
import { resources } from '../src/resources/registry.ts';
import { underClaim } from '../src/state/claims.ts';
import { claimRun, endRun, noteUnsupported, openRuns, readsOf, retryRun } from '../src/state/runs.ts';
import { openBuild, requestBuild } from '../src/state/versions.ts';
import { faultMessage } from '../src/warehouse/disk-full.ts';
import { openDuckDB } from '../src/warehouse/duckdb.ts';
import { askAgainMs, mostFailures, whileClaimed } from './claimed.ts';
import type { PipelineContext } from './context.ts';
import { landRead, type ReadOutcome } from './land-read.ts';
import { isOwnFault } from './outage.ts';
import type { Extraction } from './reading.ts';
import { retryDelayMs } from './retry.ts';
import { orAborted } from './until-aborted.ts';

/** Memory that DuckDB may take while it turns batches into Parquet. */
const landingMemoryBytes = 1024 * 1024 * 1024;

/** Carry a run out, or take it up where another process left it. */
export async function extract(
  context: PipelineContext,
  runId: string,
  job: JobRun,
): Promise<{ againInMs: number } | undefined> {
  const claimed = await claimRun(context.database, runId, context.mostOfConnector);
  if (claimed === 'over') return undefined;
  if (claimed === 'later') return { againInMs: askAgainMs };
  const { claim, record: run } = claimed;
  let againInMs: number | undefined;
  await whileClaimed(context, claim, job.signal, async signal => {
    const source = context.sources.get(run.source_id);
    const ending = { context, run, claim, tell: job.tell };
    if (!source) return end(ending, 'Failed', `source ${run.source_id} is no longer configured`);
    if (run.failures >= mostFailures) {
      return end(ending, 'Failed', `given up after ${run.failures} attempts; ${run.error ?? 'each broke off'}`);
    }
    againInMs = await readAndEnd({ ...ending, source, signal });
  });
  return againInMs === undefined ? undefined : { againInMs };
}

/** @returns in how many milliseconds the run goes on, when its source could not be reached */
async function readAndEnd(extraction: Extraction): Promise<number | undefined> {
  const { context, run, claim, signal, tell } = extraction;
  tell({ kind: 'run', runId: run.run_id, sourceId: run.source_id, status: 'Running' });
  try {
    const outcomes = await readSource(extraction);
    signal.throwIfAborted();
    const nothingRead = outcomes.length > 0 && outcomes.every(outcome => outcome.failed);
    await end(extraction, nothingRead ? 'Failed' : 'Landed', summary(outcomes));
    return undefined;
  } catch (error) {
    // A run that the shutdown cut off stays open, and another process takes it up.
    if (signal.aborted || isOwnFault(error)) throw error;
    const message = faultMessage(error, context.workspace.folder);
    const delayMs = await retryDelayMs(context.database, run.run_id, error);
    if (delayMs !== undefined) {
      context.log.warn(
        { run: run.run_id, source: run.source_id, err: error, delayMs },
        'source does not answer; run put off',
      );
      await retryRun(context.database, claim, message, delayMs);
      tell({ kind: 'run', runId: run.run_id, sourceId: run.source_id, status: 'Queued' });
      return delayMs;
    }
    context.log.warn({ run: run.run_id, source: run.source_id, err: error }, 'sync run failed');
    await end(extraction, 'Failed', message);
    return undefined;
  }
}

/** End a run; what it landed asks for a build in the same transaction, so no crash can lose the request. */
async function end(
  { context, run, claim, tell }: Pick<Extraction, 'context' | 'run' | 'claim' | 'tell'>,
  status: 'Landed' | 'Failed',
  error?: string,
): Promise<void> {
  const { run_id: runId, source_id: sourceId } = run;
  const build = await underClaim(context.database, claim, async transaction => {
    await endRun(transaction, runId, status, error);
    return status === 'Landed' ? requestBuild(transaction, context.tenant) : undefined;
  });
  tell({ kind: 'run', runId, sourceId, status });
  // The first runs of a deployment make one version together; one that takes long is waited for some seconds (recoverJobs).
  const open = run.cause === 'start' ? await openRuns(context.database, context.tenant) : [];
  if (open.some(other => other.cause === 'start')) return;
  const waiting = build ?? (await openBuild(context.database, context.tenant));
  if (waiting) await context.addJob('build', waiting.build_id);
}

function summary(outcomes: readonly ReadOutcome[]): string | undefined {
  const failed = outcomes.filter(outcome => outcome.failed);
  return failed.length === 0 ? undefined : failed.map(({ type, error }) => `${type}: ${error}`).join('; ');
}

async function readSource(extraction: Extraction): Promise<ReadOutcome[]> {
  // What a source that was given up still does for the run ends with it.
  const over = new AbortController();
  try {
    return await readUntil(extraction, AbortSignal.any([extraction.signal, over.signal]));
  } finally {
    over.abort();
  }
}

/** @param ended tells the connector that nobody waits for it any more */
async function readUntil(extraction: Extraction, ended: AbortSignal): Promise<ReadOutcome[]> {
  const { context, run, claim, source, signal } = extraction;
  const connector = source.connector as Connector;
  const connectorContext: ConnectorContext = {
    sourceId: source.config.id,
    applicationInstanceId: source.config.application_instance_id,
    baseFolder: context.baseFolder,
    signal: ended,
  };
  const patience = { signal, silenceMs: context.sourceSilenceMs };
  const client = await orAborted(connector.open(source.settings, connectorContext), patience);
  const folder = context.workspace.place('landing', `${run.run_id}-${claim.attempt}`);
  fs.mkdirSync(folder, { mode: 0o700 });
  try {
    await using duckdb = await openDuckDB({
      file: ':memory:',
      spillFolder: folder,
      threads: context.build.threads,
      memoryBytes: landingMemoryBytes,
    });
    const reads = inOrderOfNeeds(connector.reads(client));
    const ledger = new Map((await readsOf(context.database, run.run_id)).map(read => [read.type, read]));
    const outcomes: ReadOutcome[] = [];
    for (const read of reads) {
      const known = ledger.get(read.lands);
      if (known && known.status !== 'Running') {
        // It came to its end in a former attempt.
        outcomes.push({ type: read.lands, failed: known.error !== null, ...(known.error && { error: known.error }) });
        continue;
      }
      outcomes.push(
        await landRead({ ...extraction, duckdb, read, known, client, folder: path.join(folder, read.lands) }),
      );
    }
    const offered = new Set(reads.map(read => read.lands));
    const others = resources.filter(({ type, madeBy }) => madeBy === 'connectors' && !offered.has(type));
    await noteUnsupported(
      context.database,
      claim,
      others.map(({ type }) => type),
    );
    return outcomes;
  } finally {
    await orAborted(Promise.resolve(connector.close?.(client)), patience).catch(error => {
      if (!signal.aborted) throw error;
    });
    fs.rmSync(folder, { recursive: true, force: true });
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
