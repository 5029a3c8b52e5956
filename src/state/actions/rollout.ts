// How a guarded job goes about its records: a few first, a share of failures that stops it, a window of time, a budget per hour. The
// service keeps to it, so a client that dies leaves no job half guarded.
import type { Database } from '../../database/database.ts';
import { type Lease, writeHeld } from '../leases.ts';

/** Times are ISO 8601. Without a member there is no such limit. */
export interface Rollout {
  /** This many records end before any other is begun. */
  readonly first?: number | undefined;
  /** The job stops when at least one record, and at least this percentage of those that ended, failed. */
  readonly stopAtFailedPercent?: number | undefined;
  /** No record is begun before this time. */
  readonly notBefore?: string | undefined;
  /** No record is begun at or after this time: the job stops. */
  readonly notAfter?: string | undefined;
  /** Records that may end within an hour. */
  readonly perHour?: number | undefined;
}

/** What a job may do next. `begin`: how many records; `waitMs`: in how many milliseconds to ask again; `stop`: why it has to stop. */
export type Allowance = { readonly begin: number } | { readonly waitMs: number } | { readonly stop: string };

export interface RolloutCounts {
  readonly ended: number;
  readonly failed: number;
  readonly ended_last_hour: number;
  /** Milliseconds until fewer records ended within the last hour; 0 when none did. */
  readonly budget_in_ms: number;
}

/** Failures are judged after each batch of this many records, or of `first`. */
const batch = 20;
/** A waiting job asks again at least this often. */
const longestWaitMs = 60_000;

/** What a rollout allows now. @param now milliseconds since 1970 */
export function allowanceNow(rollout: Rollout, counts: RolloutCounts, now: number): Allowance {
  const { first = 0, stopAtFailedPercent, notBefore, notAfter, perHour } = rollout;
  const { ended, failed } = counts;
  if (
    stopAtFailedPercent !== undefined &&
    failed > 0 &&
    ended >= first &&
    failed * 100 >= stopAtFailedPercent * ended
  ) {
    const rule =
      stopAtFailedPercent === 0 ? 'at the first failure' : `when ${stopAtFailedPercent} % or more have failed`;
    return { stop: `${failed} of ${ended} failed; the job stops ${rule}` };
  }
  if (notAfter !== undefined && now >= Date.parse(notAfter)) return { stop: `its window ended at ${notAfter}` };
  const untilWindow = notBefore === undefined ? 0 : Date.parse(notBefore) - now;
  if (untilWindow > 0) return { waitMs: Math.min(untilWindow, longestWaitMs) };
  const budget = perHour === undefined ? Number.POSITIVE_INFINITY : perHour - counts.ended_last_hour;
  if (budget <= 0) return { waitMs: Math.min(Math.max(counts.budget_in_ms, 1), longestWaitMs) };
  return { begin: Math.min(budget, ended < first ? first - ended : Math.max(first, batch)) };
}

/** What the rollout of a job allows now. */
export async function nextAllowance(database: Database, jobId: string, rollout: Rollout): Promise<Allowance> {
  const [counts] = await database.query<RolloutCounts & { now: Date }>(
    `select count(ended_at)::int as ended, (count(*) filter (where status = 'Failed'))::int as failed,
       (count(*) filter (where ended_at > now() - interval '1 hour'))::int as ended_last_hour,
       coalesce(ceil(extract(epoch from min(ended_at) filter (where ended_at > now() - interval '1 hour')
         + interval '1 hour' - now()) * 1000), 0)::float8 as budget_in_ms, now() as now
     from action_job_records where job_id = $1`,
    [jobId],
  );
  return allowanceNow(rollout, counts!, counts!.now.getTime());
}

/** End a job early: the records in hand are finished, and no other is begun, as when a client cancels it. */
export async function stopActionJob(database: Database, lease: Lease, reason: string): Promise<void> {
  await writeHeld(
    database,
    lease,
    `update action_jobs job set cancel_requested = true, stop_reason = coalesce(stop_reason, $3)
     from held where job.job_id = held.job_id returning 1`,
    [reason],
  );
}
