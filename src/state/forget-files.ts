// State that speaks of files that are gone: what was landed, the versions made of it, and exports.
import type { Database } from './database.ts';

/**
 * Forget every file, as a transaction of a restore does when the files were lost. Sources count as never read, so that
 * their next run reads everything again; numbers of versions are not used twice.
 */
export async function forgetFiles(transaction: Database): Promise<void> {
  await transaction.execute(`
    delete from sync_runs;
    update sources set accepted_position = 0;
    update builds set status = 'Failed', ended_at = now(), lease_until = null, error = 'The files that it was made of are gone.'
      where status in ('Queued', 'Running');
    update versions set replaced_at = coalesce(replaced_at, now()), removed_at = now() where removed_at is null;
    delete from downloads;
    delete from service_keys where name = 'storage'`);
}
