// Sync runs: each reads one source.
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Finding } from './findings.ts';
import { holding, type Lease, type Leased, leasable, leasing, underLease } from './leases.ts';
import type { RunRequests } from './run-requests.ts';
import { sanitizeText } from './sanitize-text.ts';

export type RunStatus = 'Queued' | 'Running' | 'Landed' | 'Failed';
/** Why a run was started. */
export type RunCause = 'schedule' | 'operator' | 'start' | 'repair' | 'change' | 'push' | 'signal';

export interface SyncRun {
  readonly run_id: string;
  readonly tenant: string;
  readonly source_id: string;
  readonly status: RunStatus;
  readonly cause: RunCause;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly error: string | null;
  /** When it is retried after a transient fault of its source; `error` says which. */
  readonly retry_at: Date | null;
  /** Failed attempts and transient faults of the source since a batch with a cursor was last saved. */
  readonly failures: number;
  /** The findings that keep its data out of versions; null: nothing does. */
  readonly held_back: readonly Finding[] | null;
  /** Whether every type is read in full, even where the source could give only what changed. */
  readonly in_full: boolean;
  /** Whether it reads only the objects that wait to be read again (src/state/signals/targeted-runs.ts). */
  readonly targeted: boolean;
  /** The requests that it has sent to its source; null: none, or the source is not asked by HTTP. */
  readonly requests: RunRequests | null;
}

/** The status of a run as users see it. `Partial`: it landed, but did not read everything, and `error` says what it did not. */
export function statusOf({
  status,
  held_back,
  error,
}: Pick<SyncRun, 'status' | 'held_back' | 'error'>): RunStatus | 'HeldBack' | 'Partial' {
  if (status !== 'Landed') return status;
  if (held_back !== null) return 'HeldBack';
  return error === null ? 'Landed' : 'Partial';
}

const runColumns = `run_id, tenant, source_id, status, cause, queued_at, started_at, ended_at, error, failures, held_back,
  in_full, targeted, requests, case when status = 'Queued' then retry_at end as retry_at`;
/**
 * Request a run of a source. While one has not ended, it is returned and no second one is started.
 * @param inFull whether it reads every type in full. An open run that has not started becomes such a run.
 */
export async function requestRun(
  database: Database,
  tenant: string,
  sourceId: string,
  cause: RunCause,
  inFull = false,
): Promise<SyncRun> {
  const [run] = await database.query<SyncRun>(
    `insert into sync_runs (run_id, tenant, source_id, status, cause, in_full) values ($1, $2, $3, 'Queued', $4, $5)
     on conflict (tenant, source_id) where status in ('Queued', 'Running') and not targeted do update
       set in_full = sync_runs.in_full or excluded.in_full
     returning ${runColumns}`,
    [randomUUID(), tenant, sourceId, cause, inFull],
  );
  return run!;
}

/** Request the first run of a source; undefined when it has had one. */
export async function requestFirstRun(
  database: Database,
  tenant: string,
  sourceId: string,
): Promise<SyncRun | undefined> {
  const [run] = await database.query<SyncRun>(
    `insert into sync_runs (run_id, tenant, source_id, status, cause)
     select $1, $2, $3, 'Queued', 'start' where not exists (select from sync_runs where tenant = $2 and source_id = $3)
     on conflict do nothing returning ${runColumns}`,
    [randomUUID(), tenant, sourceId],
  );
  return run;
}

/**
 * Request the run for a scheduled moment of a source. Each moment gets one run, no matter how many processes request it. A run
 * that has not ended yet counts as the run for that moment.
 * @returns undefined when a run was requested at that moment or since
 */
export async function requestDueRun(
  database: Database,
  tenant: string,
  sourceId: string,
  dueAt: Date,
): Promise<SyncRun | undefined> {
  return database.transaction(async transaction => {
    const [joined] = await transaction.query<SyncRun>(
      `update sync_runs set due_at = greatest(due_at, $3)
       where tenant = $1 and source_id = $2 and status in ('Queued', 'Running') and not targeted returning ${runColumns}`,
      [tenant, sourceId, dueAt],
    );
    if (joined) return joined;
    const [run] = await transaction.query<SyncRun>(
      `insert into sync_runs (run_id, tenant, source_id, status, cause, due_at)
       select $1, $2, $3, 'Queued', 'schedule', $4
       where not exists (select from sync_runs
         where tenant = $2 and source_id = $3 and not targeted and (due_at >= $4 or queued_at >= $4))
       on conflict do nothing returning ${runColumns}`,
      [randomUUID(), tenant, sourceId, dueAt],
    );
    return run;
  });
}

export async function findRun(database: Database, runId: string): Promise<SyncRun | undefined> {
  const [run] = await database.query<SyncRun>(`select ${runColumns} from sync_runs where run_id = $1`, [runId]);
  return run;
}

/** Runs that have not ended: a start after a crash resumes them. */
export async function openRuns(database: Database, tenant: string): Promise<SyncRun[]> {
  return database.query<SyncRun>(
    `select ${runColumns} from sync_runs where tenant = $1 and status in ('Queued', 'Running') order by position`,
    [tenant],
  );
}

/** Source → when its newest run was requested, or the newest scheduled moment that had a run, whichever is later. */
export async function lastAsked(database: Database, tenant: string): Promise<Map<string, Date>> {
  const rows = await database.query<{ source_id: string; at: Date }>(
    `select source_id, greatest(max(due_at), max(queued_at)) as at from sync_runs where tenant = $1 and not targeted group by source_id`,
    [tenant],
  );
  return new Map(rows.map(row => [row.source_id, row.at]));
}

/** The newest runs of a tenant that read everything, one per source. */
export async function latestRuns(database: Database, tenant: string): Promise<SyncRun[]> {
  return database.query<SyncRun>(
    `select distinct on (source_id) ${runColumns} from sync_runs where tenant = $1 and not targeted
     order by source_id, position desc`,
    [tenant],
  );
}

/**
 * Lease a run that waits, or whose lease expired. Open runs of one source are leased one after the other, in the order of their positions.
 * @param mostOfConnector how many sources with the same connector may be read at once in the whole deployment
 */
export async function leaseRun(
  database: Database,
  runId: string,
  leaseMs: number,
  mostOfConnector: (connector: string) => number | undefined,
): Promise<Leased<SyncRun>> {
  return database.transaction(async transaction => {
    const [asked] = await transaction.query<{ connector: string; ended_at: Date | null }>(
      `select connector, ended_at from sync_runs join sources using (tenant, source_id) where run_id = $1`,
      [runId],
    );
    if (!asked || asked.ended_at !== null) return 'over';
    const most = mostOfConnector(asked.connector);
    if (most !== undefined && (await isBusy(transaction, asked.connector, most, runId))) return 'later';
    const [row] = await transaction.query<SyncRun & { attempt: number }>(
      `update sync_runs set status = 'Running', started_at = coalesce(started_at, now()), ${leasing(leaseMs)}
       where run_id = $1 and ended_at is null and ${leasable} and (retry_at is null or retry_at <= now())
         and not exists (select from sync_runs as earlier where earlier.tenant = sync_runs.tenant
           and earlier.source_id = sync_runs.source_id and earlier.ended_at is null and earlier.position < sync_runs.position)
       returning ${runColumns}, attempt`,
      [runId],
    );
    if (!row) return 'later';
    const { attempt, ...record } = row;
    return { lease: { kind: 'run', id: runId, attempt, ms: leaseMs }, record };
  });
}

async function isBusy(transaction: Database, connector: string, most: number, runId: string): Promise<boolean> {
  // Without the lock, two processes that count at once would both find a free place.
  await transaction.query(`select pg_advisory_xact_lock(hashtext('rolecall connector ' || $1))`, [connector]);
  const [row] = await transaction.query<{ count: number }>(
    `select count(*) as count from sync_runs join sources using (tenant, source_id)
     where connector = $1 and run_id <> $2 and ended_at is null and ${holding}`,
    [connector, runId],
  );
  return row!.count >= most;
}

/** Delay a run after a transient fault. */
export async function retryRun(database: Database, lease: Lease, error: string, delayMs: number): Promise<void> {
  await underLease(database, lease, transaction =>
    transaction.query(
      `update sync_runs set status = 'Queued', failures = failures + 1, lease_until = null, error = $2,
         retry_at = now() + $3 * interval '1 millisecond' where run_id = $1`,
      [lease.id, sanitizeText(error), delayMs],
    ),
  );
}

/** End a run, in a transaction under its lease. */
export async function endRun(
  transaction: Database,
  runId: string,
  status: 'Landed' | 'Failed',
  error?: string,
): Promise<void> {
  await transaction.query(
    `update sync_runs set status = $2, ended_at = now(), lease_until = null, error = $3 where run_id = $1`,
    [runId, status, error === undefined ? null : sanitizeText(error)],
  );
}
