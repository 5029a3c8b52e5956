// Cancelling and approving action jobs.

import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import type { RecordOwner } from '../clients/record-owner.ts';
import { holding } from '../leases.ts';
import { type ActionJob, auditJob } from './jobs.ts';
import { isUnexpanded, objectKey } from './records.ts';
import { endJob } from './work.ts';

/**
 * Cancel a job: records that were not begun are not changed. A job that no process works on ends at once, unless a record is in
 * hand: that one is finished first. Pass a transaction.
 * @param stopReason the job is stopped instead: it ends by its results, so that what it has changed can be reverted
 * @throws ServiceError JOB_NOT_CANCELLABLE when the job has ended
 */
export async function cancelActionJob(
  transaction: Database,
  owner: RecordOwner,
  job: ActionJob,
  stopReason?: string,
): Promise<void> {
  const [row] = await transaction.query<{ held: boolean; ended_at: Date | null; status: string }>(
    `select coalesce(${holding}, false) as held, ended_at, status from action_jobs where job_id = $1 for update`,
    [job.job_id],
  );
  if (row!.ended_at !== null) {
    throw new ServiceError('JOB_NOT_CANCELLABLE', `the job has ended (${row!.status}), so nothing is left to cancel`, {
      details: { status: row!.status },
    });
  }
  await auditJob(transaction, owner, stopReason === undefined ? 'actionJob.cancel' : 'actionJob.stop', job.job_id);
  await transaction.query(
    `update action_jobs set cancel_requested = true, retry_at = null, stop_reason = coalesce(stop_reason, $2) where job_id = $1`,
    [job.job_id, stopReason ?? null],
  );
  const [inHand] = await transaction.query(`select 1 from objects_in_hand where job_id = $1 limit 1`, [job.job_id]);
  if (row!.held || inHand) return;
  await addUnexpanded(transaction, job);
  await endJob(transaction, job.job_id);
}

/** Targets whose records are not known get one record each, so that each has a result. */
export async function addUnexpanded(
  transaction: Database,
  { job_id: jobId, operation }: Pick<ActionJob, 'job_id' | 'operation'>,
): Promise<void> {
  const targets = await transaction.query<{ target: number; local: string }>(
    `select target, local from action_job_targets target where job_id = $1 and ${isUnexpanded('target')}`,
    [jobId],
  );
  await transaction.query(
    `insert into action_job_records
       (job_id, target, record, tenant, source_id, operation, object_id, local, object_key)
     select job.job_id, target, 0, tenant, source_id, $2, object_id, local, keys.object_key
     from action_jobs job join action_job_targets using (job_id)
     join unnest($3::int[], $4::text[]) as keys (target, object_key) using (target)
     where job.job_id = $1 on conflict do nothing`,
    [jobId, operation, targets.map(row => row.target), targets.map(row => objectKey(JSON.parse(row.local)))],
  );
}

/** Cancel the jobs of a tenant that nobody has approved in time. */
export async function cancelUnapproved(database: Database, tenant: string): Promise<void> {
  const unapproved = `tenant = $1 and ended_at is null and approved_by is null and approval_until <= now()`;
  const late = await database.query<{ job_id: string }>(`select job_id from action_jobs where ${unapproved}`, [tenant]);
  for (const { job_id: jobId } of late) {
    await database.transaction(async transaction => {
      // It may have been approved or cancelled meanwhile.
      const [job] = await transaction.query<Pick<ActionJob, 'job_id' | 'operation'> & { approval_until: Date }>(
        `update action_jobs set cancel_requested = true where ${unapproved} and job_id = $2 returning job_id, operation, approval_until`,
        [tenant, jobId],
      );
      if (!job) return;
      await addUnexpanded(transaction, job);
      await endJob(transaction, jobId, unapprovedUntil(job.approval_until));
    });
  }
}

function unapprovedUntil(time: Date): string {
  return `nobody approved the job until ${time.toISOString()}`;
}

/**
 * Approve a job that waits for it. Pass a transaction.
 * @param isPerson whether a person approves who is signed in with a browser
 * @throws ServiceError JOB_NOT_APPROVABLE when the job does not wait for approval, FORBIDDEN for the client that submitted it, and for
 *   every client when a person has to approve it
 */
export async function approveActionJob(
  transaction: Database,
  owner: RecordOwner,
  job: ActionJob,
  isPerson: boolean,
): Promise<void> {
  const [row] = await transaction.query<
    Pick<ActionJob, 'approval_reason' | 'approval_until' | 'approved_by' | 'ended_at'> & { is_late: boolean | null }
  >(
    `select approval_reason, approval_until, approval_until <= now() as is_late, approved_by, ended_at from action_jobs where job_id = $1 for update`,
    [job.job_id],
  );
  if (row!.approval_reason === null || row!.approved_by !== null || row!.ended_at !== null) {
    throw new ServiceError('JOB_NOT_APPROVABLE', 'the job does not wait for an approval');
  }
  if (row!.is_late) throw new ServiceError('JOB_NOT_APPROVABLE', unapprovedUntil(row!.approval_until!));
  if (owner.clientId === job.client_id || owner.principalId === job.principal_id) {
    throw new ServiceError('FORBIDDEN', 'the job has to be approved by another client than the one that submitted it');
  }
  if (job.is_proposal && !isPerson) {
    throw new ServiceError(
      'FORBIDDEN',
      'the job is a proposal: a person who is signed in with a browser has to approve it, in the console',
    );
  }
  await transaction.query(
    `update action_jobs set approved_by = $2, approved_at = now(), retry_at = null where job_id = $1`,
    [job.job_id, owner.principalId],
  );
  await auditJob(transaction, owner, 'actionJob.approve', job.job_id);
}
