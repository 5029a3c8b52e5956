// Metrics of this process: jobs by queue, and runs and builds by tenant, as jobs report them.
import { Counter, Histogram, type Registry, Summary } from 'prom-client';
import type { ProgressEvent } from '../jobs/progress.ts';
import { type Job, type JobName, jobNames } from '../jobs/queue.ts';

/** `again`: delayed, which is no failure. `returned`: to the queue for another process, because this one stops. */
export type JobOutcome = 'done' | 'again' | 'failed' | 'returned';

export interface JobWatch {
  /** Count an event that the job emitted. */
  emitted(event: ProgressEvent): void;
  ended(outcome: JobOutcome): void;
}

export interface JobMetrics {
  begin(name: JobName, job: Job): JobWatch;
}

const outcomes: readonly JobOutcome[] = ['done', 'again', 'failed', 'returned'];

export function createJobMetrics(registry: Registry): JobMetrics {
  const registers = [registry];
  const jobs = new Counter({
    name: 'rolecall_jobs_total',
    help: 'Jobs that this process ended, by outcome: done, again (delayed), failed (retried up to four times), returned (to the queue)',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  for (const queue of jobNames) for (const outcome of outcomes) jobs.inc({ queue, outcome }, 0);
  const durations = new Histogram({
    name: 'rolecall_job_duration_seconds',
    help: 'Time that a job took in this process',
    labelNames: ['queue'],
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600],
    registers,
  });
  // Only sum and count: buckets for each source of each tenant would be too many series.
  const runs = new Summary({
    name: 'rolecall_run_duration_seconds',
    help: 'Time that a sync run took in the process that ended it, by outcome: Landed, Partial, Failed, or Queued when it will be retried',
    labelNames: ['tenant', 'source', 'outcome'],
    percentiles: [],
    registers,
  });
  const rows = new Counter({
    name: 'rolecall_landed_rows_total',
    help: 'Records that runs landed',
    labelNames: ['tenant', 'source'],
    registers,
  });
  const rejected = new Counter({
    name: 'rolecall_rejected_rows_total',
    help: 'Records that runs rejected because they do not match the schema',
    labelNames: ['tenant', 'source'],
    registers,
  });
  const builds = new Summary({
    name: 'rolecall_build_duration_seconds',
    help: 'Time that a build took, by outcome: Published, HeldBack, Failed',
    labelNames: ['tenant', 'outcome'],
    percentiles: [],
    registers,
  });

  return {
    begin(name, { tenant }) {
      const since = performance.now();
      const seconds = () => (performance.now() - since) / 1000;
      return {
        emitted(event) {
          if (event.kind === 'read' && event.status !== 'Running') {
            rows.inc({ tenant, source: event.sourceId }, event.rows);
            rejected.inc({ tenant, source: event.sourceId }, event.rejected);
          }
          if (event.kind === 'run' && event.status !== 'Running') {
            runs.observe({ tenant, source: event.sourceId, outcome: event.status }, seconds());
          }
          if (event.kind === 'built') builds.observe({ tenant, outcome: event.status }, seconds());
        },
        ended(outcome) {
          jobs.inc({ queue: name, outcome });
          durations.observe({ queue: name }, seconds());
        },
      };
    },
  };
}
