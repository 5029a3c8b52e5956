// Sync runs and their ledger: which source was read, how far, and what could not be seen.
import { randomUUID } from 'node:crypto';
import type { Gap } from '../connector/contract.ts';
import type { Database } from './database.ts';

export type RunStatus = 'Queued' | 'Running' | 'Landed' | 'Failed';
export type ReadStatus = 'Running' | 'Complete' | 'Partial' | 'Forbidden' | 'Unsupported' | 'Failed';
/** Why a run was started. */
export type RunCause = 'schedule' | 'operator' | 'start';

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
}

/** One line of the ledger: what a run saw of one object or relationship type. */
export interface SyncRead {
  readonly run_id: string;
  readonly type: string;
  readonly status: ReadStatus;
  /** Where the extraction goes on after a crash; null: from the start. */
  readonly cursor: string | null;
  readonly parts: number;
  readonly rows: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** Field → how many records lacked it and got the documented default. */
  readonly filled: Record<string, number>;
  readonly gaps: readonly Gap[];
  readonly error: string | null;
}

const runColumns = 'run_id, tenant, source_id, status, cause, queued_at, started_at, ended_at, error';
const readColumns =
  'run_id, type, status, cursor, parts, rows::float8 as rows, duplicates::float8 as duplicates, rejected::float8 as rejected, filled, gaps, error';

/** Ask for a run of a source; a run that has not ended yet is joined instead of starting a second one. */
export async function requestRun(
  database: Database,
  tenant: string,
  sourceId: string,
  cause: RunCause,
): Promise<SyncRun> {
  const [run] = await database.query<SyncRun>(
    `insert into sync_runs (run_id, tenant, source_id, status, cause) values ($1, $2, $3, 'Queued', $4)
     on conflict (tenant, source_id) where status in ('Queued', 'Running') do update set cause = sync_runs.cause
     returning ${runColumns}`,
    [randomUUID(), tenant, sourceId, cause],
  );
  return run!;
}

export async function findRun(database: Database, runId: string): Promise<SyncRun | undefined> {
  const [run] = await database.query<SyncRun>(`select ${runColumns} from sync_runs where run_id = $1`, [runId]);
  return run;
}

/** Runs that have not ended: what a start after a crash takes up again. */
export async function openRuns(database: Database, tenant: string): Promise<SyncRun[]> {
  return database.query<SyncRun>(
    `select ${runColumns} from sync_runs where tenant = $1 and status in ('Queued', 'Running') order by position`,
    [tenant],
  );
}

/** The newest runs of a tenant, one per source. */
export async function latestRuns(database: Database, tenant: string): Promise<SyncRun[]> {
  return database.query<SyncRun>(
    `select distinct on (source_id) ${runColumns} from sync_runs where tenant = $1 order by source_id, position desc`,
    [tenant],
  );
}

export async function startRun(database: Database, runId: string): Promise<void> {
  await database.query(
    `update sync_runs set status = 'Running', started_at = coalesce(started_at, now()) where run_id = $1`,
    [runId],
  );
}

export async function endRun(
  database: Database,
  runId: string,
  status: 'Landed' | 'Failed',
  error?: string,
): Promise<void> {
  await database.query(`update sync_runs set status = $2, ended_at = now(), error = $3 where run_id = $1`, [
    runId,
    status,
    error ?? null,
  ]);
}

export async function readsOf(database: Database, runId: string): Promise<SyncRead[]> {
  return database.query<SyncRead>(`select ${readColumns} from sync_reads where run_id = $1 order by type`, [runId]);
}

/** Begin reading a type from its start, or again from its start when the source cannot resume. */
export async function startRead(database: Database, runId: string, type: string): Promise<void> {
  await database.query(
    `insert into sync_reads (run_id, type, status) values ($1, $2, 'Running')
     on conflict (run_id, type) do update set
       status = 'Running', cursor = null, parts = 0, rows = 0, rejected = 0, filled = '{}', gaps = '[]', error = null, updated_at = now()`,
    [runId, type],
  );
}

/** What one landed batch adds to the ledger. */
export interface LandedBatch {
  readonly part: number;
  readonly rows: number;
  readonly rejected: number;
  /** Field → records of the whole read so far that got the documented default. */
  readonly filled: Record<string, number>;
  readonly gaps: readonly Gap[];
  readonly cursor: string | null;
}

/** Save a batch together with the cursor that describes it: after a crash, reading resumes exactly behind it. */
export async function saveBatch(database: Database, runId: string, type: string, batch: LandedBatch): Promise<void> {
  const values = [runId, type, batch.part, batch.rows, batch.rejected, batch.cursor];
  await database.query(
    `update sync_reads set parts = $3, rows = rows + $4, rejected = rejected + $5, cursor = $6,
       filled = $7::jsonb, gaps = gaps || $8::jsonb, updated_at = now()
     where run_id = $1 and type = $2`,
    [...values, JSON.stringify(batch.filled), JSON.stringify(batch.gaps)],
  );
}

export async function endRead(
  database: Database,
  runId: string,
  type: string,
  end: { status: Exclude<ReadStatus, 'Running'>; duplicates?: number; error?: string },
): Promise<void> {
  await database.query(
    `insert into sync_reads (run_id, type, status, duplicates, error) values ($1, $2, $3, $4, $5)
     on conflict (run_id, type) do update set status = $3, duplicates = $4, error = $5, updated_at = now()`,
    [runId, type, end.status, end.duplicates ?? 0, end.error ?? null],
  );
}

/** What a type of a source consists of: the rows of `runs`, where a later run wins over an earlier one. */
export interface LandedChain {
  readonly sourceId: string;
  readonly type: string;
  readonly runs: readonly { runId: string; duplicates: boolean; read: SyncRead; endedAt: Date }[];
}

/**
 * For every source and type, the newest complete enumeration and the incomplete ones since. Only a complete one may drop
 * what it did not see, so an incomplete one is laid over what was known before. A type that the source no longer offers
 * (`Unsupported`) is complete and empty.
 */
export async function landedChains(database: Database, tenant: string): Promise<LandedChain[]> {
  const rows = await database.query<SyncRead & { source_id: string; updated_at: Date }>(
    `with ended as (
       select run.source_id, run.position, ledger.*
       from sync_runs run join sync_reads ledger using (run_id)
       where run.tenant = $1 and run.status in ('Landed', 'Failed')
     ), newest_complete as (
       select source_id, type, max(position) as position from ended where status in ('Complete', 'Unsupported') group by source_id, type
     )
     select ended.source_id, ended.updated_at, ${readColumns
       .split(', ')
       .map(column => `ended.${column}`)
       .join(', ')}
     from ended left join newest_complete using (source_id, type)
     where ended.position >= coalesce(newest_complete.position, 0) and ended.status <> 'Running'
     order by ended.source_id, ended.type, ended.position`,
    [tenant],
  );
  const chains = new Map<string, { sourceId: string; type: string; runs: LandedChain['runs'][number][] }>();
  for (const row of rows) {
    const key = `${row.source_id}\n${row.type}`;
    const chain = chains.get(key) ?? { sourceId: row.source_id, type: row.type, runs: [] };
    const { source_id, updated_at: endedAt, ...read } = row;
    chain.runs.push({ runId: row.run_id, duplicates: row.duplicates > 0, read, endedAt });
    chains.set(key, chain);
  }
  return [...chains.values()];
}
