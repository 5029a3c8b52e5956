// Makes and delivers scheduled reports.
import type { JobRun } from '../src/jobs/queue.ts';
import type { PipelineContext } from './job/context.ts';
import { makeReports } from './report/make-reports.ts';

/** Any number of processes may run this at the same time. */
export async function report(context: PipelineContext, _tenant: string, { signal }: JobRun): Promise<undefined> {
  await makeReports(context, signal);
}
