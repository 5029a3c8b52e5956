// Carries out an action job: finds the records that it has to alter, changes or reverts each of them, and requests runs that
// read what has changed. A killed job is continued with the records that have no result.
//
// src/api/changes finds the local ids of what the client named, checks that source and configuration allow the change
// (src/actions/support.ts), and stores the job, its targets and the audit entry in one transaction with the idempotency key. For each record
// (src/actions/change-record.ts) the job observes the source, stores the before-image, applies the change, observes again, verifies, and
// stores the after-image with the result and an audit entry. A record that was in progress at a crash is observed before it is applied
// again, and its before-image is never replaced. One unique index keeps two jobs from altering one object at the same time.
// src/state/actions/job-status.ts decides from the results what follows for the job. A revert restores a record only if the source shows the
// after-image; after a crash, also an image between the two.
//
// As many clients of a source work at once as its connector allows (`changesAtOnce`), each on as many records as it allows
// (`changesPerClient`). Records that share a client go in step: each step is made for all of them before the next one, so a connector can
// join its reads, and what they store becomes one statement (src/state/actions/record-writes.ts).
import type { Again, JobRun } from '../src/jobs/queue.ts';
import { addUnexpanded } from '../src/state/actions/cancel.ts';
import type { ActionJob } from '../src/state/actions/jobs.ts';
import {
  beginActionJob,
  delayActionJob,
  endActionJob,
  failRecords,
  leaseActionJob,
  openSourcesOf,
} from '../src/state/actions/work.ts';
import { underLease } from '../src/state/leases.ts';
import { createClients } from './act/clients.ts';
import { expandTargets } from './act/expand.ts';
import { workOnSource } from './act/records.ts';
import type { Clients } from './act/source-work.ts';
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
      const waitsMs = await expandTargets({ context, held, clients });
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
