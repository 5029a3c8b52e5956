// The work on an action job: its lease, the delays after faults of its sources, and its end.
import type { Database } from '../../database/database.ts';
import { type Lease, type Leased, leasable, leasing, underLease, writeHeld } from '../leases.ts';
import type { SyncRun } from '../runs.ts';
import { requestRunsOfChanges } from './data-sync.ts';
import { outcomeOf, type RecordCounts } from './job-status.ts';
import { type ActionJob, auditJob, findActionJob } from './jobs.ts';
import { endOpenRecords, isLeft } from './records.ts';

/** Lease a job that waits, or whose lease expired. */
export async function leaseActionJob(
  database: Database,
  tenant: string,
  jobId: string,
  leaseMs: number,
): Promise<Leased<ActionJob>> {
  const [row] = await database.query<{ attempt: number }>(
    `update action_jobs set ${leasing(leaseMs)}, retry_at = null
     where job_id = $1 and tenant = $2 and ended_at is null and ${leasable} and (retry_at is null or retry_at <= now())
     returning attempt`,
    [jobId, tenant],
  );
  const job = await findActionJob(database, tenant, jobId);
  if (!job || job.ended_at !== null) return 'over';
  if (!row) return 'later';
  return { lease: { kind: 'action job', id: jobId, attempt: row.attempt, ms: leaseMs }, record: job };
}

/** All records are known: from now on, the counts of the job are final. */
export async function beginActionJob(database: Database, lease: Lease): Promise<void> {
  await writeHeld(
    database,
    lease,
    `update action_jobs job set status = 'Running' from held where job.job_id = held.job_id returning 1`,
  );
}

/** A source of a job that has records which have not ended. */
export interface OpenSource {
  readonly source_id: string;
  readonly application_instance_id: string;
  /** Transient faults in a row. */
  readonly faults: number;
  /** Milliseconds until it may be tried again; at most 0: now. */
  readonly due_in_ms: number;
}

export async function openSourcesOf(database: Database, jobId: string): Promise<OpenSource[]> {
  return database.query<OpenSource>(
    `select source_id, application_instance_id, faults,
       coalesce(ceil(extract(epoch from retry_at - now()) * 1000), 0)::float8 as due_in_ms
     from action_job_sources touched
     where job_id = $1 and exists (select from action_job_records record
       where record.job_id = touched.job_id and record.source_id = touched.source_id and ended_at is null)
     order by source_id`,
    [jobId],
  );
}

/** Delay the records of a source after a transient fault. @returns how many faults there were in a row */
export async function delaySource(
  database: Database,
  lease: Lease,
  sourceId: string,
  { delayMs, counts }: { readonly delayMs: number; readonly counts: boolean },
): Promise<number> {
  const [row] = await writeHeld<{ faults: number }>(
    database,
    lease,
    `update action_job_sources touched
     set retry_at = clock_timestamp() + $4 * interval '1 millisecond', faults = faults + $5::int
     from held where touched.job_id = held.job_id and source_id = $3 returning faults`,
    [sourceId, delayMs, Number(counts)],
  );
  return row!.faults;
}

/** Give up a source: all its records that have not ended fail. */
export async function failSource(database: Database, lease: Lease, sourceId: string, reason: string): Promise<void> {
  await underLease(database, lease, async transaction => {
    await endOpenRecords(transaction, lease.id, 'Failed', { sourceId, reason });
    await transaction.query(`update action_jobs set failures = 0 where job_id = $1`, [lease.id]);
  });
}

/** End all records that have not ended, because the service itself failed too often. */
export async function failRecords(database: Database, lease: Lease, reason: string): Promise<void> {
  await underLease(database, lease, transaction => endOpenRecords(transaction, lease.id, 'Failed', { reason }));
}

/** Release a job until it may go on. */
export async function delayActionJob(database: Database, lease: Lease, delayMs: number): Promise<void> {
  await writeHeld(
    database,
    lease,
    `update action_jobs job set lease_until = null,
       retry_at = case when cancel_requested then null else now() + $3 * interval '1 millisecond' end
     from held where job.job_id = held.job_id returning 1`,
    [delayMs],
  );
}

export interface JobEnd {
  readonly status: ActionJob['status'];
  /** Runs that were requested, so that the data show what has changed. */
  readonly runs: readonly Pick<SyncRun, 'run_id'>[];
}

/** End a job whose records have all ended. If the job is to be cancelled, first cancel the records that were not begun. */
export async function endActionJob(database: Database, lease: Lease): Promise<JobEnd> {
  return underLease(database, lease, transaction => endJob(transaction, lease.id));
}

/**
 * The same in a transaction that has locked the job's row.
 * @param cancelReason why it is cancelled, for the results of the records that were not begun
 */
export async function endJob(transaction: Database, jobId: string, cancelReason?: string): Promise<JobEnd> {
  const [job] = await transaction.query<
    Pick<
      ActionJob,
      'tenant' | 'client_id' | 'principal_id' | 'type' | 'operation' | 'reverts' | 'cancel_requested' | 'stop_reason'
    >
  >(
    `select tenant, client_id, principal_id, type, operation, reverts, cancel_requested, stop_reason from action_jobs where job_id = $1`,
    [jobId],
  );
  const { tenant, type, operation, reverts } = job!;
  if (job!.cancel_requested) {
    const reason = job!.stop_reason === null ? cancelReason : `the job was stopped: ${job!.stop_reason}`;
    await endOpenRecords(transaction, jobId, 'Cancelled', {
      reason: reason === undefined ? undefined : `not changed, because ${reason}`,
    });
  }
  const [counts] = await transaction.query<RecordCounts>(
    `select count(*)::int as total, (count(*) filter (where status = 'Succeeded'))::int as succeeded,
       (count(*) filter (where status = 'Failed'))::int as failed,
       (count(*) filter (where status = 'Cancelled'))::int as cancelled
     from action_job_records where job_id = $1`,
    [jobId],
  );
  const { status, reverted } = outcomeOf(counts!, job!.stop_reason !== null);
  if (status === 'Running') throw new Error(`action job ${jobId} has records that have not ended`);
  await transaction.query(
    `update action_jobs set status = $2, ended_at = clock_timestamp(), lease_until = null, retry_at = null where job_id = $1`,
    [jobId, status],
  );
  // A record may have been taken in hand while its source was given up. It has ended, so free its object.
  if (counts!.failed > 0) await transaction.query(`delete from objects_in_hand where job_id = $1`, [jobId]);
  if (type === 'Revert' && reverted !== undefined) {
    // A revert of some targets is complete, and leaves others as the job left them.
    const [left] = await transaction.query(
      `select 1 from action_job_records record where job_id = $1 and ${isLeft('record')} limit 1`,
      [reverts],
    );
    await transaction.query(
      reverted === 'asBefore'
        ? `update action_jobs set revert_job = (
             select job_id from action_jobs undoing where undoing.reverts = $1 and exists (
               select from action_job_records restored where restored.job_id = undoing.job_id and restored.status = 'Succeeded')
             order by position desc limit 1
           ) where job_id = $1 and revert_job is not null`
        : `update action_jobs set status = '${left ? 'PartiallyReverted' : 'Reverted'}' where job_id = $1`,
      [reverts],
    );
  }
  const owner = { tenant, clientId: job!.client_id, principalId: job!.principal_id };
  await auditJob(transaction, owner, 'actionJob.end', jobId, {
    operation,
    type,
    status,
    ...counts,
    ...(job!.stop_reason !== null && { stopped: job!.stop_reason }),
    ...(cancelReason !== undefined && { cancelled: cancelReason }),
  });
  const runs = await requestRunsOfChanges(transaction, tenant, jobId);
  return { status, runs };
}
