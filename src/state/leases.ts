// Who works on a run, a build or an export. A claim holds for some seconds by the database's clock and is renewed by whoever
// works; one that was not renewed may be taken over. What a process writes for a claim that is no longer the latest is refused,
// so a process that slept or was cut off from the database changes nothing when it wakes up.
import type { Database } from '../database/database.ts';

export type ClaimKind = 'run' | 'build' | 'export';

export interface Claim {
  readonly kind: ClaimKind;
  readonly id: string;
  /** The how-manieth claim of this run, build or export it is. */
  readonly attempt: number;
}

/** What a claim is asked for: it is held, or somebody else holds it or it may not be had yet, or there is nothing left to do. */
export type Claimed<Record> = { readonly claim: Claim; readonly record: Record } | 'later' | 'over';

/** How long a claim holds without being renewed: some missed renewals, and not long for a user to wait. */
export const leaseSeconds = 15;

/** A claim was taken over, or what it was for has ended. */
export class ClaimLost extends Error {
  constructor({ kind, id, attempt }: Claim) {
    super(`claim ${attempt} of ${kind} ${id} was taken over`);
    this.name = 'ClaimLost';
  }
}

const tables = {
  run: { table: 'sync_runs', key: 'run_id' },
  build: { table: 'builds', key: 'build_id' },
  export: { table: 'downloads', key: 'download_id' },
} as const;

// The time of the statement rather than of its transaction, which may have waited for a lock longer than a claim holds.
const leaseEnd = `clock_timestamp() + interval '${leaseSeconds} seconds'`;

/** What each claiming statement sets. A claim that was neither ended nor given back counts as a failure. */
export const claiming = `attempt = attempt + 1, failures = failures + (lease_until is not null)::int, lease_until = ${leaseEnd}`;

/**
 * The condition under which a claim holds. One that would hold for much longer than any does is of before the clock was set
 * back; a failover to a server whose clock is a little behind takes nobody's claim away.
 */
export const holding = `(lease_until between clock_timestamp() and clock_timestamp() + interval '${2 * leaseSeconds} seconds')`;

/** The condition under which something may be claimed. */
export const claimable = `(lease_until is null or not ${holding})`;

/** @returns whether the claim is still held */
export async function renewClaim(database: Database, { kind, id, attempt }: Claim): Promise<boolean> {
  const { table, key } = tables[kind];
  const renewed = await database.query(
    `update ${table} set lease_until = ${leaseEnd}
     where ${key} = $1 and attempt = $2 and ended_at is null returning 1`,
    [id, attempt],
  );
  return renewed.length > 0;
}

/**
 * Give a claim back, so that somebody else can have it at once.
 * @param failed whether that counts as a failure: work that always fails has to end some time
 */
export async function releaseClaim(
  database: Database,
  { kind, id, attempt }: Claim,
  { failed }: { readonly failed: boolean },
): Promise<void> {
  const { table, key } = tables[kind];
  await database.query(
    `update ${table} set lease_until = null, failures = failures + $3::int where ${key} = $1 and attempt = $2`,
    [id, attempt, Number(failed)],
  );
}

/** Give every claim back. For the one process of an embedded deployment when it starts: nobody else can hold one. */
export async function releaseAllClaims(database: Database): Promise<void> {
  for (const { table } of Object.values(tables)) {
    await database.query(
      `update ${table} set lease_until = null, failures = failures + 1 where ended_at is null and lease_until is not null`,
    );
  }
}

/**
 * Write with one statement that counts only while the claim is held: it takes what it writes from `held`, which has one row
 * then and none otherwise, and returns a row when it wrote. A run makes hundreds of such writes; as a transaction each would
 * be four statements.
 * @param values from $3 on; $1 is the claim's id, $2 its number
 * @throws ClaimLost, and nothing is written, when it is not held
 */
export async function writeHeld(
  database: Database,
  claim: Claim,
  statement: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const { table, key } = tables[claim.kind];
  const written = await database.query(
    `with held as materialized (
       select ${key} from ${table} where ${key} = $1 and attempt = $2 and ended_at is null for update
     ) ${statement}`,
    [claim.id, claim.attempt, ...values],
  );
  if (written.length === 0) throw new ClaimLost(claim);
}

/**
 * Run a transaction that counts only while the claim is held.
 * @throws ClaimLost, and nothing is written, when it is not
 */
export async function underClaim<Result>(
  database: Database,
  claim: Claim,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const { table, key } = tables[claim.kind];
  return database.transaction(async transaction => {
    const held = await transaction.query(
      `select 1 from ${table} where ${key} = $1 and attempt = $2 and ended_at is null for update`,
      [claim.id, claim.attempt],
    );
    if (held.length === 0) throw new ClaimLost(claim);
    return work(transaction);
  });
}

/** A job that waits in state for somebody to claim it. */
export interface OpenJob {
  readonly name: 'extract' | 'build' | 'export';
  readonly id: string;
}

/** Everything of a tenant that could be claimed at this moment, oldest first. */
export async function claimableJobs(database: Database, tenant: string): Promise<OpenJob[]> {
  return database.query<OpenJob>(
    `select name, id from (
       select 'extract' as name, run_id as id, queued_at as since from sync_runs
         where tenant = $1 and ended_at is null and ${claimable} and (retry_at is null or retry_at <= now())
       union all
       select 'build', build_id, queued_at from builds where tenant = $1 and ended_at is null and ${claimable}
       union all
       select 'export', download_id, created_at from downloads where tenant = $1 and ended_at is null and ${claimable}
     ) as open order by since`,
    [tenant],
  );
}
