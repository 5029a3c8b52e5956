// Leases: one process at a time works on a run, a build, an export or an action job. A lease is valid for some seconds by the
// database's clock, and its holder renews it. Another process may take over a lease that was not renewed. A write under a lease that
// was taken over is refused, so a process that slept or lost its connection changes nothing when it wakes up.
import type { Database } from '../database/database.ts';

/**
 * Every kind of record that is leased. The table of a kind has the columns `tenant`, `attempt`, `failures`, `lease_until` and
 * `ended_at`; a record with `ended_at` is leased no more. Everything else about leases and waiting jobs follows from these lines.
 */
export const leasedRecords = {
  run: { table: 'sync_runs', key: 'run_id', job: 'extract', since: 'queued_at', retryAt: 'retry_at' },
  build: { table: 'builds', key: 'build_id', job: 'build', since: 'queued_at' },
  export: { table: 'downloads', key: 'download_id', job: 'export', since: 'created_at' },
  'action job': { table: 'action_jobs', key: 'job_id', job: 'act', since: 'created_at', retryAt: 'retry_at' },
} as const satisfies Readonly<Record<string, LeasedRecord>>;

export interface LeasedRecord {
  readonly table: string;
  readonly key: string;
  /** The name of the job that works on a record under its lease. */
  readonly job: string;
  /** The column with the time since which a record waits. */
  readonly since: string;
  /** The column with the time before which a record may not be leased. Without the column or the time, it always may. */
  readonly retryAt?: string;
}

export type LeaseKind = keyof typeof leasedRecords;
export const leaseKinds = Object.keys(leasedRecords) as LeaseKind[];

export interface Lease {
  readonly kind: LeaseKind;
  readonly id: string;
  /** The number of this lease among all leases of the same run, build or export, from 1. */
  readonly attempt: number;
  /** How long the lease is valid without renewal. */
  readonly ms: number;
}

/**
 * The answer to a request for a lease: the lease and its record; `later` when another process holds it or a retry is not due
 * yet; `over` when there is nothing left to do.
 */
export type Leased<Record> = { readonly lease: Lease; readonly record: Record } | 'later' | 'over';

/** The longest time that a lease may be valid without renewal. */
const longestLeaseMs = 60_000;

/** Another process has taken over the lease, or its run, build or export has ended. */
export class LeaseLost extends Error {
  constructor({ kind, id, attempt }: Lease) {
    super(`lease ${attempt} of ${kind} ${id} was taken over`);
    this.name = 'LeaseLost';
  }
}

// The time of the statement, not of its transaction: the transaction may have waited for a lock longer than a lease is valid.
const endOf = (leaseMs: number) => `clock_timestamp() + interval '${leaseMs} milliseconds'`;

/** What each leasing statement sets. A lease that neither ended nor was released counts as a failure. */
export const leasing = (leaseMs: number) =>
  `attempt = attempt + 1, failures = failures + (lease_until is not null)::int, lease_until = ${endOf(leaseMs)}`;

/**
 * The condition under which a lease is valid. A lease that expires far in the future was written before the clock was set back:
 * it does not count. The limit is twice the longest time, so a failover to a server whose clock is a little behind ends no lease.
 */
export const holding = `(lease_until between clock_timestamp() and clock_timestamp() + interval '${2 * longestLeaseMs} milliseconds')`;

/** The condition under which a record may be leased. */
export const leasable = `(lease_until is null or not ${holding})`;

/** @returns whether the lease is still held */
export async function renewLease(database: Database, { kind, id, attempt, ms }: Lease): Promise<boolean> {
  const { table, key } = leasedRecords[kind];
  const renewed = await database.query(
    `update ${table} set lease_until = ${endOf(ms)}
     where ${key} = $1 and attempt = $2 and ended_at is null returning 1`,
    [id, attempt],
  );
  return renewed.length > 0;
}

/**
 * Release a lease, so that another process can have it at once.
 * @param failed whether that counts as a failure; work that always fails is ended after some failures
 */
export async function releaseLease(
  database: Database,
  { kind, id, attempt }: Lease,
  { failed }: { readonly failed: boolean },
): Promise<void> {
  const { table, key } = leasedRecords[kind];
  await database.query(
    `update ${table} set lease_until = null, failures = failures + $3::int where ${key} = $1 and attempt = $2`,
    [id, attempt, Number(failed)],
  );
}

/** Release all leases. For the start of an embedded deployment: it has one process, so no other can hold a lease. */
export async function releaseAllLeases(database: Database): Promise<void> {
  for (const { table } of Object.values(leasedRecords)) {
    await database.query(
      `update ${table} set lease_until = null, failures = failures + 1 where ended_at is null and lease_until is not null`,
    );
  }
}

/**
 * Write with one statement, only while the lease is held. The statement selects from `held`, which has one row while the lease
 * is held and none otherwise, and returns a row when it wrote. A run makes hundreds of such writes; each would be four
 * statements as a transaction.
 * @param values from $3 on; $1 is the lease's id, $2 its number
 * @returns the rows of the statement
 * @throws LeaseLost, and nothing is written, when it is not held
 */
export async function writeHeld<Row>(
  database: Database,
  lease: Lease,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { table, key } = leasedRecords[lease.kind];
  const written = await database.query<Row>(
    `with held as materialized (
       select ${key} from ${table} where ${key} = $1 and attempt = $2 and ended_at is null for update
     ) ${statement}`,
    [lease.id, lease.attempt, ...values],
  );
  if (written.length === 0) throw new LeaseLost(lease);
  return written;
}

/**
 * Run a transaction that commits only while the lease is held.
 * @throws LeaseLost, and nothing is written, when it is not
 */
export async function underLease<Result>(
  database: Database,
  lease: Lease,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const { table, key } = leasedRecords[lease.kind];
  return database.transaction(async transaction => {
    const held = await transaction.query(
      `select 1 from ${table} where ${key} = $1 and attempt = $2 and ended_at is null for update`,
      [lease.id, lease.attempt],
    );
    if (held.length === 0) throw new LeaseLost(lease);
    return work(transaction);
  });
}
