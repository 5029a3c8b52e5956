// Takes jobs from the queue, and runs periodic maintenance.
import type { Logger } from 'pino';
import { startMissed } from '../../pipelines/schedule.ts';
import { recoverJobs } from '../../pipelines/sweep.ts';
import { inBackground } from '../database/turns.ts';
import type { Job, JobName, JobRun, Queue } from '../jobs/queue.ts';
import type { Metrics } from '../observability/metrics.ts';
import { logFailure, observed } from '../observability/observed-jobs.ts';
import type { Tracing } from '../observability/tracing.ts';
import { type JobSettings, jobKinds } from './job-kinds.ts';
import { schedulesOf } from './sources/sources.ts';
import type { Tenant } from './tenant.ts';

/** Interval at which jobs that a queue lost are added again, and runs of missed schedules are started. */
const recoverEveryMs = 10_000;
const removeUnfinishedEveryMs = 3_600_000;

export interface Work extends JobSettings {
  readonly queue: Queue;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
}

/** Take jobs of some names. @returns a function that stops the timers. The caller closes the queue. */
export async function takeJobs(work: Work, names: readonly JobName[]): Promise<() => void> {
  const { queue, tenants, log } = work;
  const handled = (name: JobName) => async (job: Job, run: JobRun) => {
    const tenant = tenants.get(job.tenant);
    // A leftover job of a tenant that is no longer configured.
    if (!tenant) return undefined;
    return observed(work, name, job, run, (jobLog, jobRun) =>
      inBackground(async () => jobKinds[name].run({ ...tenant.context, log: jobLog }, job.id, jobRun)),
    );
  };
  await queue.work({
    handlers: Object.fromEntries(names.map(name => [name, handled(name)])),
    concurrency: Object.fromEntries(names.map(name => [name, jobKinds[name].atOnce(work)])),
    onError: (name, job, error) => logFailure(log, name, job, error),
  });
  const contexts = [...tenants.values()].map(tenant => tenant.context);
  const recovering = every(recoverEveryMs, log, async () => {
    if (names.includes('schedule'))
      await queue.setSchedules(schedulesOf([...tenants.values()].map(tenant => tenant.config)));
    for (const context of contexts) {
      await recoverJobs(context);
      if (names.includes('schedule')) await startMissed(context);
    }
  });
  const timers = [recovering];
  for (const name of names) {
    const { regularly } = jobKinds[name];
    if (!regularly) continue;
    timers.push(
      every(regularly.everyMs, log, async () => {
        for (const context of contexts.filter(regularly.isNeeded)) await context.addJob(name, context.tenant);
      }),
    );
  }
  if (names.includes('sweep')) {
    timers.push(
      every(removeUnfinishedEveryMs, log, async () => {
        await contexts[0]!.storage.sweepUnfinished();
      }),
    );
  }
  await recovering.first;
  return () => {
    for (const timer of timers) timer.stop();
  };
}

/** Run `work` now and at each interval. Failures are retried at the next interval, and logged once per outage. */
function every(periodMs: number, log: Logger, work: () => Promise<void>): { first: Promise<void>; stop(): void } {
  let failing = false;
  let running: Promise<void> | undefined;
  const turn = async () => {
    try {
      await inBackground(work);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'maintenance failed; it is retried');
      failing = true;
    }
    running = undefined;
  };
  const begin = () => (running ??= turn());
  const timer = setInterval(begin, periodMs).unref();
  return { first: begin(), stop: () => clearInterval(timer) };
}
