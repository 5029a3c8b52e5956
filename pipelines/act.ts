// Carries out an action job: finds the records that it has to alter, changes or reverts each of them, and requests runs that
// read what has changed. A killed job is continued with the records that have no result.
import { globalIdOf } from '../src/actions/global-id.ts';
import { CallFailed, callLimitMs, openSource, type SourceClient } from '../src/actions/source-client.ts';
import type { Again, JobRun } from '../src/jobs/queue.ts';
import { addUnexpanded } from '../src/state/actions/cancel.ts';
import type { ActionJob } from '../src/state/actions/jobs.ts';
import {
  type ExpandedTarget,
  type SubmittedTarget,
  saveRecords,
  unexpandedTargets,
} from '../src/state/actions/records.ts';
import {
  beginActionJob,
  delayActionJob,
  delaySource,
  endActionJob,
  failRecords,
  leaseActionJob,
  openSourcesOf,
} from '../src/state/actions/work.ts';
import { underLease } from '../src/state/leases.ts';
import { workOnSource } from './act/records.ts';
import { type Clients, delayOf, faultLimits, noLongerWritable, type SourceWork } from './act/source-work.ts';
import type { PipelineContext } from './job/context.ts';
import { type Held, mostFailures, whenLeased } from './job/leased.ts';

/** Carry a job out, or continue it where another process left it. */
export async function act(context: PipelineContext, jobId: string, { signal }: JobRun): Promise<Again | undefined> {
  const leased = await leaseActionJob(context.database, context.tenant, jobId, context.leaseMs);
  return whenLeased(context, leased, signal, held => work(context, held));
}

async function work(context: PipelineContext, held: Held<ActionJob>): Promise<Again | undefined> {
  const { record: job, lease } = held;
  const { database, log } = context;
  if (job.failures >= mostFailures) {
    await underLease(database, lease, transaction => addUnexpanded(transaction, job));
    await failRecords(database, lease, `the service failed ${job.failures} times while it worked on this job`);
    return end(context, held);
  }
  const clients = createClients(context, held.signal);
  try {
    const waitsMs = await workOnSources(context, held, clients);
    if (waitsMs === undefined) return await end(context, held);
    await delayActionJob(database, lease, waitsMs);
    log.debug({ job: lease.id, waitsMs }, 'action job delayed');
    return { againInMs: waitsMs };
  } finally {
    await clients.close();
  }
}

/** @returns the delay in milliseconds after which a source has to be tried again; undefined when all records have ended */
async function workOnSources(
  context: PipelineContext,
  held: Held<ActionJob>,
  clients: Clients,
): Promise<number | undefined> {
  const { record: job, lease } = held;
  if (job.status === 'Queued') {
    if (job.cancel_requested) await underLease(context.database, lease, transaction => addUnexpanded(transaction, job));
    else {
      const waitsMs = await expand({ context, held, clients });
      if (waitsMs !== undefined) return waitsMs;
    }
    await beginActionJob(context.database, lease);
  }
  let waitsMs: number | undefined;
  for (const source of await openSourcesOf(context.database, lease.id)) {
    // A record in hand is finished at once when the job is cancelled, however long its source asked to wait.
    const delayMs =
      source.due_in_ms > 0 && !job.cancel_requested
        ? source.due_in_ms
        : await workOnSource({ context, held, clients }, source);
    if (delayMs !== undefined) waitsMs = Math.min(delayMs, waitsMs ?? delayMs);
  }
  return waitsMs;
}

async function end(context: PipelineContext, { lease, record: job }: Held<ActionJob>): Promise<undefined> {
  const { status, runs } = await endActionJob(context.database, lease);
  context.log.info({ job: lease.id, operation: job.operation, status }, 'action job ended');
  for (const run of runs) await context.addJob('extract', run.run_id);
}

/** Calls of a source whose records are stored together: a killed process repeats at most so many. */
const callsAtOnce = 10;
/** The most targets whose records are stored together. */
const storedAtOnce = 1000;

/** Store the records of all targets. @returns as {@link workOnSources} */
async function expand(work: SourceWork): Promise<number | undefined> {
  const { context, held } = work;
  const targets = await unexpandedTargets(context.database, held.lease.id);
  for (const [sourceId, ofSource] of Map.groupBy(targets, target => target.source_id)) {
    const { actions, changesPerClient = 1 } = context.sources.get(sourceId)?.connector ?? {};
    const hasExpand = actions?.[held.record.operation]?.expand !== undefined;
    // A connector can join the calls of targets that share a client.
    const atOnce = hasExpand ? Math.min(callsAtOnce * changesPerClient, storedAtOnce) : storedAtOnce;
    for (let start = 0; start < ofSource.length; start += atOnce) {
      const delayMs = await expandSome(work, sourceId, ofSource.slice(start, start + atOnce));
      if (delayMs !== undefined) return delayMs;
    }
  }
  return undefined;
}

async function expandSome(
  work: SourceWork,
  sourceId: string,
  targets: readonly SubmittedTarget[],
): Promise<number | undefined> {
  const { context, held } = work;
  let expanded: ExpandedTarget[];
  try {
    expanded = await expandedTargets(work, sourceId, targets);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const delay = delayOf(error, held.record);
    const faults = error.transient ? await delaySource(context.database, held.lease, sourceId, delay) : Infinity;
    if (faults < faultLimits.mostFailedOpenings) return delay.delayMs;
    expanded = targets.map(submitted => failedTarget(submitted, error.message));
  }
  await saveRecords(context.database, held.lease, held.record.operation, expanded);
  return undefined;
}

async function expandedTargets(
  { context, held, clients }: SourceWork,
  sourceId: string,
  targets: readonly SubmittedTarget[],
): Promise<ExpandedTarget[]> {
  const { operation } = held.record;
  const source = context.sources.get(sourceId);
  if (!source?.config.writes) return targets.map(target => failedTarget(target, noLongerWritable(sourceId)));
  if (!source.connector.actions?.[operation]?.expand) {
    return targets.map(submitted => ({
      submitted,
      records: [{ objectId: submitted.object_id, local: submitted.local }],
    }));
  }
  const client = await clients.of(sourceId);
  const { action, client: opened } = client.action(operation);
  const instance = source.config.application_instance_id;
  const expandOne = async (submitted: SubmittedTarget): Promise<ExpandedTarget> => {
    try {
      const records = await client.call(() => action.expand!(opened, submitted.local));
      return {
        submitted,
        records: records.map(local => ({
          objectId:
            local.accountId === undefined || local.accountId === submitted.local.accountId
              ? submitted.object_id
              : globalIdOf(context.tenant, instance, 'Account', local.accountId),
          local,
        })),
      };
    } catch (error) {
      if (!(error instanceof CallFailed) || error.transient) throw error;
      return failedTarget(submitted, error.message);
    }
  };
  const waiting = targets.entries();
  const expanded: ExpandedTarget[] = [];
  const { changesPerClient = 1 } = source.connector;
  const workers = Array.from({ length: changesPerClient }, async () => {
    for (const [index, target] of waiting) expanded[index] = await expandOne(target);
  });
  // Every call ends before the client is closed.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return expanded;
}

function failedTarget(submitted: SubmittedTarget, failure: string): ExpandedTarget {
  return { submitted, records: [{ objectId: submitted.object_id, local: submitted.local }], failure };
}

function createClients(context: PipelineContext, signal: AbortSignal): Clients {
  const opened = new Map<string, { readonly sourceId: string; readonly client: Promise<SourceClient> }>();
  const limits = { signal, silenceMs: Math.min(context.sourceSilenceMs, callLimitMs) };
  return {
    of(sourceId, number = 0) {
      const key = `${number} ${sourceId}`;
      const client = opened.get(key)?.client ?? openSource(context.sources.get(sourceId)!, context.baseFolder, limits);
      opened.set(key, { sourceId, client });
      return client.catch(error => {
        opened.delete(key);
        throw error;
      });
    },
    async close() {
      for (const { sourceId, client } of opened.values()) {
        await client
          .then(open => open.close())
          .catch(error => {
            if (!signal.aborted)
              context.log.warn({ source: sourceId, err: error }, 'the connector could not close its client');
          });
      }
    },
  };
}
