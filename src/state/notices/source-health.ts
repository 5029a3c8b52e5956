// The health of each source: when it was last read completely, and what its newest runs failed to bring.
import type { Database } from '../../database/database.ts';

export interface SourceHealth {
  readonly tenant: string;
  readonly source_id: string;
  /** Seconds since the end of the last run that read everything; null: state knows no such run. */
  readonly complete_age: number | null;
  /** When that run ended. */
  readonly complete_at: Date | null;
  /** Position of that run, which orders runs; null: none. */
  readonly complete_position: number | null;
  /** Seconds since the source was first configured. */
  readonly known_age: number;
  /** The newest ended run; null: none has ended. */
  readonly newest: {
    readonly run_id: string;
    readonly status: 'Landed' | 'Failed';
    /** Why it failed, or what it could not read. */
    readonly error: string | null;
  } | null;
  /** Records that it rejected; null: no run has ended. */
  readonly rejected: number | null;
  /** Position of the newest run that landed; 0: none has. */
  readonly landed_position: number;
  /** Runs that are held back: their data are in no version. */
  readonly held_back_runs: number;
  /** Runs that failed since one landed. */
  readonly failed_runs: number;
}

/** The age of the data of a source that was never read completely counts from when it was first configured. */
export function isStale({ complete_age, known_age }: SourceHealth, staleAfterMs: number): boolean {
  return (complete_age ?? known_age) * 1000 > staleAfterMs;
}

/** Every source that state knows, also those that are no longer configured. Runs that read single objects say nothing of its health. */
export async function sourceHealth(database: Database): Promise<SourceHealth[]> {
  return database.query<SourceHealth>(
    `select tenant, source_id, complete.age as complete_age, complete.at as complete_at, complete.position as complete_position,
       extract(epoch from now() - first_seen_at)::float8 as known_age, newest.run as newest, newest.rejected,
       landed.position as landed_position, held.count as held_back_runs, failed.count as failed_runs
     from sources
     left join lateral (
       select extract(epoch from now() - ended_at)::float8 as age, ended_at as at, position::float8 as position
       from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and status = 'Landed' and error is null and not targeted
         and not exists (
           select from sync_reads where sync_reads.run_id = run.run_id and sync_reads.status not in ('Complete', 'Unsupported'))
       order by position desc limit 1
     ) as complete on true
     left join lateral (
       select jsonb_build_object('run_id', run_id, 'status', status, 'error', error) as run,
         (select coalesce(sum(rejected), 0) from sync_reads where sync_reads.run_id = run.run_id)::float8 as rejected
       from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and ended_at is not null and not targeted
       order by position desc limit 1
     ) as newest on true
     cross join lateral (
       select count(*)::float8 as count from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and held_back is not null
         and position > coalesce(accepted_position, 0)
     ) as held
     cross join lateral (
       select coalesce(max(position), 0)::float8 as position from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and status = 'Landed' and not targeted
     ) as landed
     cross join lateral (
       select count(*)::float8 as count from sync_runs as run
       where run.tenant = sources.tenant and run.source_id = sources.source_id and status = 'Failed' and not targeted
         and run.position > landed.position
     ) as failed
     order by tenant, source_id`,
  );
}
