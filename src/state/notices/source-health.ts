// How each source fares: when it was last read completely, and what its newest runs failed to bring.
import type { Database } from '../../database/database.ts';

export interface SourceHealth {
  readonly tenant: string;
  readonly source_id: string;
  /** Seconds since the last run ended that read everything; null: none of the runs that state still knows did. */
  readonly complete_age: number | null;
  /** Records that the newest ended run rejected; null: no run has ended. */
  readonly rejected: number | null;
  /** Runs that are held back: their data are in no version. */
  readonly held_back_runs: number;
  /** Runs that failed since one landed. */
  readonly failed_runs: number;
}

/** Every source that state knows, also those that are no longer configured. */
export async function sourceHealth(database: Database): Promise<SourceHealth[]> {
  return database.query<SourceHealth>(
    `select tenant, source_id, complete.age as complete_age, newest.rejected, held.count as held_back_runs, failed.count as failed_runs
     from sources
     left join lateral (
       select extract(epoch from now() - ended_at)::float8 as age from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and status = 'Landed' and error is null
         and not exists (
           select from sync_reads where sync_reads.run_id = run.run_id and sync_reads.status not in ('Complete', 'Unsupported'))
       order by position desc limit 1
     ) as complete on true
     left join lateral (
       select (select coalesce(sum(rejected), 0) from sync_reads where sync_reads.run_id = run.run_id)::float8 as rejected
       from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and ended_at is not null
       order by position desc limit 1
     ) as newest on true
     cross join lateral (
       select count(*)::float8 as count from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and held_back is not null
         and position > coalesce(accepted_position, 0)
     ) as held
     cross join lateral (
       select count(*)::float8 as count from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and status = 'Failed'
         and position > coalesce((
           select max(position) from sync_runs as good
           where good.tenant = run.tenant and good.source_id = run.source_id and good.status = 'Landed'), 0)
     ) as failed
     order by tenant, source_id`,
  );
}
