// Makes the served data show what action jobs have changed: each touched source is read by a run that begins after the source
// confirmed the change, and the first version made from such a run is recorded.
//
// While another run reads the source, the end of that run requests the next one. The transaction that publishes a version records which jobs
// it shows.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { SyncRun } from '../runs.ts';

/** For this many days after a change, runs are requested as long as none has read it. */
const requestedForDays = 7;

/**
 * Request a run of every source in which an ended job changed something that no run could have seen. A run that has not begun is
 * enough. While a run reads the source, nothing is requested, so call this again when a run ends. Pass a transaction.
 * @param jobId only for changes of this job
 */
export async function requestRunsOfChanges(
  transaction: Database,
  tenant: string,
  jobId?: string,
): Promise<Pick<SyncRun, 'run_id'>[]> {
  const waiting = await transaction.query<{ source_id: string; latest: Date }>(
    `select source_id, max(confirmed_at) as latest from action_job_sources touched join action_jobs job using (job_id)
     where touched.tenant = $1 and confirmed_at is not null and version is null and job.ended_at is not null
       and ($2::uuid is null or job_id = $2) and confirmed_at > now() - interval '${requestedForDays} days'
     group by source_id order by source_id`,
    [tenant, jobId ?? null],
  );
  const requested: Pick<SyncRun, 'run_id'>[] = [];
  for (const { source_id: sourceId, latest } of waiting) {
    // Lock the source, so that the end of a job and the end of a run come one after the other: the later one sees the earlier.
    await transaction.query(`select 1 from sources where tenant = $1 and source_id = $2 for update`, [
      tenant,
      sourceId,
    ]);
    const [run] = await transaction.query<{ run_id: string }>(
      `insert into sync_runs (run_id, tenant, source_id, status, cause)
       select $1, $2, $3, 'Queued', 'change' where not exists (
         select from sync_runs where tenant = $2 and source_id = $3 and started_at >= $4 and not targeted)
       on conflict do nothing returning run_id`,
      [randomUUID(), tenant, sourceId, latest],
    );
    if (run) requested.push(run);
  }
  return requested;
}

/** Record that a version shows changes, in the transaction that publishes it, after its sources were accepted. */
export async function recordVisibleChanges(transaction: Database, tenant: string, version: number): Promise<void> {
  await transaction.query(
    `update action_job_sources touched set version = $2
     where tenant = $1 and confirmed_at is not null and version is null and exists (
       select from sync_runs run join sources using (tenant, source_id)
       where run.tenant = touched.tenant and run.source_id = touched.source_id and run.status = 'Landed'
         and run.started_at >= touched.confirmed_at and run.position <= sources.accepted_position and not run.targeted)
       and exists (select from action_jobs job where job.job_id = touched.job_id and ended_at is not null)`,
    [tenant, version],
  );
}
