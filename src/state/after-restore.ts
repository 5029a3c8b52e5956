// What a restore changes in state besides the restored rows. It runs in the transaction of the restore.
import type { Database } from '../database/database.ts';
import { recordAudit } from './audit.ts';
import { forgetStorageIdentity } from './storage-identity.ts';

/**
 * Record the restore in the audit log, and forget all files when they were lost.
 * @param withoutFiles the files that state names (landed data, versions, exports) do not exist any more
 * @param createdAt when the backup was made
 */
export async function afterRestore(transaction: Database, createdAt: string, withoutFiles: boolean): Promise<void> {
  if (withoutFiles) await forgetFiles(transaction);
  await endActionJobs(transaction);
  await endAllSessions(transaction);
  await recordAudit(transaction, {
    tenant: null,
    principal: 'operator',
    action: 'state.restore',
    outcome: 'done',
    details: { createdAt, withoutFiles },
  });
}

/** Sources count as never read, so that their next run reads everything again. Version numbers are not used twice. */
export async function forgetFiles(transaction: Database): Promise<void> {
  await transaction.execute(`
    delete from sync_runs;
    update sources set accepted_position = 0;
    update builds set status = 'Failed', ended_at = now(), lease_until = null, error = 'The files that it was made of are gone.'
      where status in ('Queued', 'Running');
    update versions set replaced_at = coalesce(replaced_at, now()), removed_at = now() where removed_at is null;
    delete from downloads`);
  await forgetStorageIdentity(transaction);
}

/** Action jobs that were open when the backup was made may have ended since, and may have been reverted: they are not continued. */
async function endActionJobs(transaction: Database): Promise<void> {
  await transaction.execute(`
    update action_job_records record set before_image = hand.before_image from objects_in_hand hand
      where (record.job_id, record.target, record.record) = (hand.job_id, hand.target, hand.record);
    delete from objects_in_hand;
    update action_job_records set status = 'Failed', ended_at = now(),
      failure_reason = 'The state was restored from a backup; whether the change was made is not known.'
      where ended_at is null;
    update action_jobs set revert_job = null
      where revert_job in (select job_id from action_jobs where type = 'Revert' and ended_at is null);
    update action_jobs set status = 'Failed', ended_at = now(), lease_until = null where ended_at is null`);
}

/** A session that was revoked, or a link that was used, after the backup was made must not come back. */
async function endAllSessions(transaction: Database): Promise<void> {
  await transaction.execute('delete from browser_sessions; delete from sign_in_links');
}
