// Reads whose landed files are damaged. Nothing is made from them or from reads before them; their sources are read in full.
import type { Database } from '../database/database.ts';

export interface DamagedRead {
  readonly sourceId: string;
  readonly runId: string;
  readonly type: string;
}

/**
 * Record that a landed file of a read is damaged. If the last good data of its source need the file, the source has no known good data
 * any more.
 */
export async function recordDamage(database: Database, tenant: string, { runId, type }: DamagedRead): Promise<void> {
  await database.transaction(async transaction => {
    await transaction.query(`update sync_reads set damaged = true where run_id = $1 and type = $2`, [runId, type]);
    await transaction.query(
      `update sources set accepted_position = null from sync_runs run
       where run.run_id = $2 and sources.tenant = $1 and sources.source_id = run.source_id
         and sources.accepted_position >= run.position`,
      [tenant, runId],
    );
  });
}

/**
 * Sources that have to be read again: they have a damaged read of a type that was not read in full since, or that the newest read of
 * the type is laid over.
 */
export async function damagedSources(database: Database, tenant: string): Promise<string[]> {
  const rows = await database.query<{ source_id: string }>(
    `select distinct run.source_id from sync_runs run join sync_reads ledger using (run_id)
     where run.tenant = $1 and ledger.damaged and (not exists (
       select from sync_runs later join sync_reads again using (run_id)
       where later.tenant = run.tenant and later.source_id = run.source_id and later.position > run.position
         and again.type = ledger.type and later.status in ('Landed', 'Failed')
         and again.status in ('Complete', 'Partial', 'Unsupported') and not again.changes_only and not again.damaged)
       or run.position >= (
         select newest.laid_over[1] from sync_runs later join sync_reads newest using (run_id)
         where later.tenant = run.tenant and later.source_id = run.source_id and newest.type = ledger.type
           and later.status in ('Landed', 'Failed')
           and (newest.kept is not null or newest.status in ('Complete', 'Unsupported'))
         order by later.position desc limit 1))
     order by run.source_id`,
    [tenant],
  );
  return rows.map(row => row.source_id);
}
