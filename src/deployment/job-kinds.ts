// The kinds of jobs: the code that runs them, how many run at once, and which run first.
import os from 'node:os';
import { act } from '../../pipelines/act.ts';
import { build } from '../../pipelines/build.ts';
import { runExportRequest } from '../../pipelines/export.ts';
import { extract } from '../../pipelines/extract.ts';
import type { PipelineContext } from '../../pipelines/job/context.ts';
import { isAnybodyTold, notify } from '../../pipelines/notify.ts';
import { report } from '../../pipelines/report.ts';
import { startDue } from '../../pipelines/schedule.ts';
import { signals } from '../../pipelines/signals.ts';
import { sweep } from '../../pipelines/sweep.ts';
import type { Config } from '../config/config-file.ts';
import type { Database } from '../database/database.ts';
import type { JobHandler, JobName, JobRun } from '../jobs/queue.ts';
import { countOpenActionJobs } from '../state/actions/jobs.ts';
import { acceptedExports } from '../state/exports.ts';
import { openRuns } from '../state/runs.ts';

export interface JobKind {
  readonly run: (context: PipelineContext, id: string, run: JobRun) => ReturnType<JobHandler>;
  /** How many run at once in a process. */
  atOnce(settings: JobSettings): number;
  /**
   * How many open jobs of this kind the tenant has. That is the priority of a new one, so that a tenant with hundreds of sources does
   * not delay a tenant with one. Kinds without it run before all others.
   */
  readonly open?: (database: Database, tenant: string) => Promise<number>;
  /** A job of this kind is added for each tenant that needs it, at each interval. */
  readonly regularly?: { readonly everyMs: number; isNeeded(context: PipelineContext): boolean };
}

export interface JobSettings {
  readonly config: Pick<Config, 'workers'>;
  /** How many exports this process writes at once. */
  readonly exports: number;
}

/** Action jobs mostly wait for their sources. */
const actionJobsAtOnce = 8;

export const jobKinds: Readonly<Record<JobName, JobKind>> = {
  act: { run: act, atOnce: () => actionJobsAtOnce, open: countOpenActionJobs },
  extract: {
    run: extract,
    atOnce: ({ config }) => config.workers.extract,
    open: async (...of) => (await openRuns(...of)).length,
  },
  build: { run: build, atOnce: ({ config }) => config.workers.build },
  export: {
    run: runExportRequest,
    atOnce: ({ exports }) => exports,
    open: async (...of) => (await acceptedExports(...of)).length,
  },
  notify: {
    run: notify,
    atOnce: () => 2,
    regularly: { everyMs: 15_000, isNeeded: isAnybodyTold },
  },
  report: {
    run: report,
    atOnce: () => 2,
    regularly: { everyMs: 15_000, isNeeded: ({ reports }) => reports.length > 0 },
  },
  schedule: { run: startDue, atOnce: () => 4 },
  signals: {
    run: signals,
    atOnce: () => 2,
    regularly: {
      everyMs: 5_000,
      isNeeded: ({ signals: { transmitters, receivers } }) => transmitters.length + receivers.length > 0,
    },
  },
  sweep: {
    run: sweep,
    atOnce: () => Math.max(1, Math.floor(os.availableParallelism() / 2)),
    regularly: { everyMs: 60_000, isNeeded: () => true },
  },
};
