// The list of runs: newest first, with what each run has read so far.
import type { Database } from '../database/database.ts';
import type { Finding } from './findings.ts';
import { expectedEndColumn, type RunRequests } from './run-requests.ts';
import type { RunCause, RunStatus } from './runs.ts';

export interface ListedRun {
  readonly run_id: string;
  /** Orders the runs of a tenant. */
  readonly position: number;
  readonly source_id: string;
  readonly application_instance_id: string;
  readonly connector: string;
  readonly status: RunStatus;
  readonly cause: RunCause;
  /** Whether it read only single objects again. */
  readonly targeted: boolean;
  /** The push that it lands; null: none. */
  readonly push_id: string | null;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** The scheduled moment that it was started for. */
  readonly due_at: Date | null;
  /** When it is retried after a transient fault of its source. */
  readonly retry_at: Date | null;
  readonly failures: number;
  readonly error: string | null;
  readonly rows: number;
  readonly rejected: number;
  /** Objects that keep their former form because the run did not bring them; null: not known for every type. */
  readonly kept: number | null;
  /** Objects that it did not read, because they had not changed; null: every read was full. */
  readonly unchanged: number | null;
  /** The findings that keep its data out of versions. */
  readonly held_back: readonly Finding[] | null;
  /** The requests that it has sent to its source; null: none, or the source is not asked by HTTP. */
  readonly requests: RunRequests | null;
  /** When it should end; null: it does not run, or it is not known. */
  readonly expected_end: Date | null;
}

export interface RunFilter {
  readonly tenant: string;
  /** The only application instances whose runs are to be seen; undefined: all. */
  readonly instances: readonly string[] | undefined;
}

const listed = `select run_id, position::float8 as position, source_id, application_instance_id, connector, status, cause, targeted, push_id,
    queued_at, started_at, ended_at, due_at, case when status = 'Queued' then retry_at end as retry_at, failures, error,
    coalesce(ledger.rows, 0)::float8 as rows, coalesce(ledger.rejected, 0)::float8 as rejected, kept::float8 as kept,
    unchanged::float8 as unchanged, held_back, requests, ${expectedEndColumn} as expected_end
  from sync_runs join sources using (tenant, source_id)
  left join lateral (
    select sum(rows) as rows, sum(rejected) as rejected, sum(unchanged) as unchanged,
      case when bool_and(kept is not null or status = 'Unsupported') then sum(coalesce(kept, 0)) end as kept
    from sync_reads where sync_reads.run_id = sync_runs.run_id
  ) as ledger on true
  where tenant = $1 and ($2::uuid[] is null or application_instance_id = any($2::uuid[]))`;

/** @param before the page begins after the run at this position; undefined: with the newest run */
export async function listRuns(
  database: Database,
  { tenant, instances }: RunFilter,
  pageSize: number,
  before: number | undefined,
): Promise<{ runs: ListedRun[]; next: number | undefined }> {
  const rows = await database.query<ListedRun>(
    `${listed} and ($3::bigint is null or position < $3::bigint) order by position desc limit $4`,
    [tenant, instances ?? null, before ?? null, pageSize + 1],
  );
  const runs = rows.slice(0, pageSize);
  return { runs, next: rows.length > pageSize ? runs.at(-1)!.position : undefined };
}

/** One run; undefined when it does not exist or the filter hides it. @param runId a UUID */
export async function getRun(
  database: Database,
  { tenant, instances }: RunFilter,
  runId: string,
): Promise<ListedRun | undefined> {
  const [run] = await database.query<ListedRun>(`${listed} and run_id = $3`, [tenant, instances ?? null, runId]);
  return run;
}

/** The newest run of each source, of those that read everything. */
export async function lastRuns(database: Database, tenant: string): Promise<ListedRun[]> {
  return database.query<ListedRun>(
    `${listed} and position = (
       select max(position) from sync_runs newest
       where newest.tenant = sync_runs.tenant and newest.source_id = sync_runs.source_id and not targeted)`,
    [tenant, null],
  );
}

/** For how many minutes after its end a run or an action job still counts as recent. */
export const recentMinutes = 10;

/** The runs of a tenant that have not ended, and those that ended or were held back a short time ago; the oldest first. */
export async function recentRuns(database: Database, tenant: string): Promise<ListedRun[]> {
  const isRecent = (column: string) => `${column} > now() - interval '${recentMinutes} minutes'`;
  return database.query<ListedRun>(
    `${listed} and (ended_at is null or ${isRecent('ended_at')} or ${isRecent('held_back_at')}) order by position`,
    [tenant, null],
  );
}
