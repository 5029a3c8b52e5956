// How long jobs have waited for a process to lease them.

import type { Database } from '../database/database.ts';
import { holding, leasable } from './leases.ts';

export interface WaitingJobs {
  readonly name: 'extract' | 'build' | 'export';
  readonly count: number;
  /** How long the oldest of them has waited. */
  readonly seconds: number;
  /** Jobs of this name with a valid lease. */
  readonly working: number;
}

/** The jobs of all tenants that could be leased at this moment. A name without waiting jobs is left out. */
export async function waitingJobs(database: Database): Promise<WaitingJobs[]> {
  return database.query<WaitingJobs>(
    `select name, (count(*) filter (where waits))::int as count,
       extract(epoch from now() - min(since) filter (where waits))::int as seconds,
       (count(*) filter (where ${holding}))::int as working
     from (
       select 'extract' as name, lease_until, greatest(queued_at, retry_at, lease_until) as since,
         ${leasable} and (retry_at is null or retry_at <= now()) as waits
       from sync_runs where ended_at is null
       union all
       select 'build', lease_until, greatest(queued_at, lease_until), ${leasable} from builds where ended_at is null
       union all
       select 'export', lease_until, greatest(created_at, lease_until), ${leasable} from downloads where ended_at is null
     ) as open group by name having count(*) filter (where waits) > 0 order by name`,
  );
}
