// Starts the runs that the sources' cron lines request. Each moment gets one run, no matter how many processes notice it.
import { createHash } from 'node:crypto';
import { lastDue } from '../src/jobs/schedule.ts';
import { lastAsked, requestDueRun } from '../src/state/runs.ts';
import type { PipelineContext } from './job/context.ts';

/** Timers fire a little early or late, and this process's clock is not the database's. */
const toleranceMs = 2_000;

/** Request the run for a source's last due moment, unless it was requested already. Moments are by the database's clock. */
export async function startDue(context: PipelineContext, sourceId: string): Promise<void> {
  const source = context.sources.get(sourceId)?.config;
  if (source?.schedule === undefined) return;
  const dueAt = lastDue(source.schedule, source.time_zone, await clockOf(context));
  if (!dueAt) return;
  const run = await requestDueRun(context.database, context.tenant, sourceId, dueAt);
  if (run) await context.addJob('extract', run.run_id, { delayMs: jitterOf(context, sourceId) });
}

/** Start one run for each source that was due while no process or no queue was available. */
export async function startMissed(context: PipelineContext): Promise<void> {
  const asked = await lastAsked(context.database, context.tenant);
  const now = await clockOf(context);
  for (const { config } of context.sources.values()) {
    const last = asked.get(config.id);
    if (config.schedule === undefined || last === undefined) continue;
    const dueAt = lastDue(config.schedule, config.time_zone, now);
    if (dueAt && dueAt > last) await startDue(context, config.id);
  }
}

async function clockOf({ database }: PipelineContext): Promise<Date> {
  const [row] = await database.query<{ now: Date }>('select now() as now');
  return new Date(row!.now.getTime() + toleranceMs);
}

/** The same delay for a source each time, so that the intervals between its runs stay equal. */
function jitterOf({ tenant, jitterMs }: PipelineContext, sourceId: string): number {
  const digest = createHash('sha256').update(`${tenant}/${sourceId}`).digest();
  return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * jitterMs);
}
