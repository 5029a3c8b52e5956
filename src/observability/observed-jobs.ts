// Makes a job observable: its log lines, its metrics and its span.
import type { Logger } from 'pino';
import type { Again, Job, JobName, JobRun } from '../jobs/queue.ts';
import type { JobOutcome } from './job-metrics.ts';
import type { Metrics } from './metrics.ts';
import { spanned, type Tracing } from './tracing.ts';

export interface Observers {
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
}

/** Error that a handler threw → the log of its job, which has more context than the queue. */
const logs = new WeakMap<object, Logger>();

/** Run a job. Each of its log lines names the job. The code that takes the lease adds the attempt. */
export async function observed(
  { log, metrics, tracing }: Observers,
  name: JobName,
  job: Job,
  run: JobRun,
  // biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing, and void is the type of that
  carryOut: (log: Logger, run: JobRun) => Promise<void | Again>,
): ReturnType<typeof carryOut> {
  const jobLog = log.child({ job: name, tenant: job.tenant, id: job.id });
  const watch = metrics?.jobs.begin(name, job);
  jobLog.debug('job begins');
  const attributes = { 'rolecall.tenant': job.tenant, 'rolecall.id': job.id };
  return spanned(tracing, `job ${name}`, attributes, async span => {
    const ended = (outcome: JobOutcome) => {
      watch?.ended(outcome);
      span.set({ 'rolecall.outcome': outcome });
    };
    const emit: JobRun['emit'] = event => {
      watch?.emitted(event);
      if (event.kind === 'build') span.step(`build ${event.step}`);
      run.emit(event);
    };
    try {
      const again = await carryOut(jobLog, { signal: run.signal, emit });
      ended(again ? 'again' : 'done');
      jobLog.debug(again ? { ...again } : {}, again ? 'job delayed' : 'job done');
      return again;
    } catch (error) {
      if (typeof error === 'object' && error !== null) logs.set(error, jobLog);
      ended(run.signal.aborted ? 'returned' : 'failed');
      if (run.signal.aborted) jobLog.info('job returned');
      throw error;
    }
  });
}

/** Log a job that failed; the queue retries it or gives up. */
export function logFailure(log: Logger, name: JobName, { tenant, id }: Job, error: unknown): void {
  const jobLog = typeof error === 'object' && error !== null ? logs.get(error) : undefined;
  (jobLog ?? log.child({ job: name, tenant, id })).error({ err: error }, 'job failed');
}
