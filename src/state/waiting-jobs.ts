// The jobs that wait in state for a process to lease their records.

import type { Database } from '../database/database.ts';
import { holding, type LeasedRecord, type LeaseKind, leasable, leasedRecords } from './leases.ts';

/** The name of a job that works on a leased record. */
type LeasingJob = (typeof leasedRecords)[LeaseKind]['job'];

/** A job that waits in state for a process to lease it. */
export interface OpenJob {
  readonly name: LeasingJob;
  readonly id: string;
}

/** The records of all tenants that have not ended. */
const openRecords = Object.values<LeasedRecord>(leasedRecords)
  .map(({ table, key, job, since, retryAt }) => {
    const isDue = retryAt === undefined ? 'true' : `(${retryAt} is null or ${retryAt} <= now())`;
    return `select '${job}' as name, tenant, ${key} as id, lease_until, ${since} as since,
      greatest(${since}, lease_until${retryAt === undefined ? '' : `, ${retryAt}`}) as waits_since, ${leasable} and ${isDue} as waits
      from ${table} where ended_at is null`;
  })
  .join(' union all ');

/** Everything of a tenant that can be leased now, oldest first. */
export async function leasableJobs(database: Database, tenant: string): Promise<OpenJob[]> {
  return database.query<OpenJob>(
    `select name, id from (${openRecords}) as open where tenant = $1 and waits order by since`,
    [tenant],
  );
}

export interface WaitingJobs {
  readonly name: LeasingJob;
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
       extract(epoch from now() - min(waits_since) filter (where waits))::int as seconds,
       (count(*) filter (where ${holding}))::int as working
     from (${openRecords}) as open group by name having count(*) filter (where waits) > 0 order by name`,
  );
}
