// The ledger: what each run read of each type, what could not be seen, and the files that were landed.
import type { Gap } from '../connector/contract.ts';
import type { Database } from '../database/database.ts';
import { type Lease, underLease, writeHeld } from './leases.ts';
import { sanitizeGap, sanitizeText } from './sanitize-text.ts';

export type ReadStatus = 'Running' | 'Complete' | 'Partial' | 'Forbidden' | 'Unsupported' | 'Failed';

/** One line of the ledger: what a run read of one object or relationship type. */
export interface SyncRead {
  readonly run_id: string;
  readonly type: string;
  readonly status: ReadStatus;
  /** Where the extraction resumes after a crash; null: from the start. */
  readonly cursor: string | null;
  readonly parts: number;
  readonly rows: number;
  readonly duplicates: number;
  readonly rejected: number;
  /**
   * Objects that keep their former form because this read did not bring them. Null: the read is running, or it did not find them,
   * so the reads before it are still needed.
   */
  readonly kept: number | null;
  /** Where a read that may bring only changes started (`Page.next` of an earlier one); null: a full read. */
  readonly since: string | null;
  /** The newest run that its changes are laid over. */
  readonly base_position: number | null;
  /** Whether it brought only changes. */
  readonly changes_only: boolean;
  /**
   * The positions of the runs that hold what it did not land: objects that it kept, or that had not changed. Null: these are landed
   * with it.
   */
  readonly laid_over: readonly number[] | null;
  /** Objects that such a read did not bring, because they had not changed; null: another read, or it has not ended. */
  readonly unchanged: number | null;
  /** Digest of the records of a full read that saw everything (`LandingEnd.digest`); null: another read. */
  readonly digest: string | null;
  /** Field → how many records lacked it and got the documented default. */
  readonly filled: Record<string, number>;
  readonly gaps: readonly Gap[];
  readonly error: string | null;
}

export const readColumns =
  'run_id, type, status, cursor, parts, rows::float8 as rows, duplicates::float8 as duplicates, rejected::float8 as rejected, kept::float8 as kept, since, base_position::float8 as base_position, changes_only, laid_over::float8[] as laid_over, unchanged::float8 as unchanged, digest, filled, gaps, error';

/** The ledger of a run. The gaps include those that the build of the newest version with this read found in its data. */
export async function readsOf(database: Database, runId: string): Promise<SyncRead[]> {
  const columns = readColumns.replace('gaps', 'gaps || found as gaps');
  return database.query<SyncRead>(`select ${columns} from sync_reads where run_id = $1 order by type`, [runId]);
}

/** How a read begins. */
export interface ReadStart {
  readonly settingsDigest: string;
  /** Absent: a full read. */
  readonly changes?: StartingPoint | undefined;
}

/** Where a read that brings only changes can start. */
export interface StartingPoint {
  readonly since: string;
  /** The newest run that its changes are laid over. */
  readonly basePosition: number;
  readonly fullReadAt: Date;
}

/** Begin reading a type from its start, or again from its start when the source cannot resume. */
export async function startRead(
  database: Database,
  lease: Lease,
  type: string,
  { settingsDigest, changes }: ReadStart,
): Promise<void> {
  await writeHeld(
    database,
    lease,
    `, forgotten as (delete from landed_parts using held where landed_parts.run_id = held.run_id and type = $3)
     insert into sync_reads (run_id, type, status, settings_digest, since, base_position, full_read_at)
     select run_id, $3, 'Running', $4, $5, $6::bigint, $7::timestamptz from held
     on conflict (run_id, type) do update set
       status = 'Running', cursor = null, parts = 0, rows = 0, rejected = 0, kept = null, filled = '{}', gaps = '[]', error = null,
       settings_digest = excluded.settings_digest, since = excluded.since, base_position = excluded.base_position,
       full_read_at = excluded.full_read_at, changes_only = false, laid_over = null, unchanged = null, digest = null, next = null, updated_at = now()
     returning 1`,
    [type, settingsDigest, changes?.since, changes?.basePosition, changes?.fullReadAt],
  );
}

/** A file that a read landed. */
export interface LandedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a landed file holds: objects, ids of objects of earlier runs that the source has deleted, or ids of objects that the read did not see. */
export type LandedContent = 'objects' | 'removed' | 'unconfirmed';

/** What one landed batch adds to the ledger. */
export interface LandedBatch {
  readonly part: number;
  readonly rows: number;
  readonly rejected: number;
  /** Field → records of the whole read so far that got the documented default. */
  readonly filled: Record<string, number>;
  readonly gaps: readonly Gap[];
  readonly cursor: string | null;
  /** Whether the read brings only changes. */
  readonly changesOnly: boolean;
  /** Where the next read can start; undefined: no page has said it since the previous batch. */
  readonly next?: string | undefined;
  /** Absent when no row was landed. */
  readonly file?: LandedFile | undefined;
}

/** A batch that is recorded when its read ends, because what it brought is known and so was not landed. */
export type UnlandedBatch = Pick<LandedBatch, 'rows' | 'filled' | 'gaps'>;

/** Save a batch together with its cursor: after a crash, reading resumes exactly behind the batch. */
export async function saveBatch(database: Database, lease: Lease, type: string, batch: LandedBatch): Promise<void> {
  const { part, rows, rejected, cursor, changesOnly, next, filled, gaps, file } = batch;
  await writeHeld(
    database,
    lease,
    // A read that cannot resume begins again each time, so its batches do not count as progress.
    `, progress as (
       update sync_runs set failures = 0 from held
       where sync_runs.run_id = held.run_id and failures > 0 and $7::text is not null
     ), landed as (
       insert into landed_parts (run_id, type, part, name, bytes, sha256)
       select run_id, $3, $4::integer, $10, $11::bigint, $12 from held where $10::text is not null
     )
     update sync_reads set parts = $4::integer, rows = rows + $5, rejected = rejected + $6, cursor = $7,
       filled = $8::jsonb, gaps = gaps || $9::jsonb, updated_at = now(), changes_only = $13,
       next = coalesce($14, next)
     from held where sync_reads.run_id = held.run_id and type = $3 returning 1`,
    [
      ...[type, part, rows, rejected, cursor, JSON.stringify(filled), JSON.stringify(gaps.map(sanitizeGap))],
      ...[file?.name, file?.bytes, file?.sha256, changesOnly, next],
    ],
  );
}

/** Record in the ledger the types that the source does not offer, where the ledger has no line for them yet. */
export async function noteUnsupported(database: Database, lease: Lease, types: readonly string[]): Promise<void> {
  await underLease(database, lease, transaction =>
    transaction.query(
      `insert into sync_reads (run_id, type, status) select $1, unnest($2::text[]), 'Unsupported'
       on conflict (run_id, type) do nothing`,
      [lease.id, types],
    ),
  );
}

/** How a read ended. */
export interface ReadEnd {
  readonly status: Exclude<ReadStatus, 'Running'>;
  readonly duplicates?: number | undefined;
  readonly error?: string | undefined;
  /** How many objects keep their former form. They are landed with this read, or in the runs that it is laid over; undefined: not known. */
  readonly kept?: number | undefined;
  /** Of a read that brought only changes: how many objects it did not bring because they had not changed. */
  readonly unchanged?: number | undefined;
  /** Digest of its records; undefined: they are not all that there is. */
  readonly digest?: string | undefined;
  /** Where the next read can start; undefined: what was saved with its batches stays. */
  readonly next?: string | undefined;
  /** The positions of the runs that it is laid over; undefined: all objects are landed with it. */
  readonly laidOver?: readonly number[] | undefined;
  readonly unlanded?: UnlandedBatch | undefined;
  /** The parts that are landed with the end. */
  readonly parts?: readonly EndPart[];
  /** The parts up to this one no longer count: what they hold is landed with the end, or in the runs below. */
  readonly replacedParts?: number | undefined;
}

/** A file that is landed when a read ends. */
export interface EndPart {
  readonly part: number;
  readonly holds: LandedContent;
  readonly file: LandedFile;
}

/** End a read. The same statement records the parts that were landed with the end. */
export async function endRead(database: Database, lease: Lease, type: string, end: ReadEnd): Promise<void> {
  const { status, duplicates, error, kept, unchanged, next, laidOver, parts = [], replacedParts = 0, digest } = end;
  const { rows = 0, filled, gaps = [] } = end.unlanded ?? {};
  const landed = parts.map(({ part, holds, file }) => ({ part, holds, ...file }));
  await writeHeld(
    database,
    lease,
    `, replaced as (
       delete from landed_parts using held
       where landed_parts.run_id = held.run_id and landed_parts.type = $3 and part <= $12::integer
     ), landed as (
       insert into landed_parts (run_id, type, part, name, bytes, sha256, holds)
       select held.run_id, $3, own.* from held, jsonb_to_recordset($8::jsonb)
         as own (part integer, name text, bytes bigint, sha256 text, holds text)
     )
     update sync_reads set status = $4, duplicates = $5::bigint, error = $6, kept = $7::bigint, updated_at = now(),
       changes_only = $9::bigint is not null, unchanged = $9::bigint, next = coalesce($10, next),
       rows = rows + $14, filled = coalesce($15::jsonb, filled), gaps = gaps || $16::jsonb,
       laid_over = $11::bigint[], digest = $13, full_read_at = case when $9::bigint is null then now() else full_read_at end
     from held where sync_reads.run_id = held.run_id and type = $3 returning 1`,
    [
      ...[type, status, duplicates ?? 0, error === undefined ? null : sanitizeText(error), kept],
      ...[JSON.stringify(landed), unchanged, next, laidOver, replacedParts, digest],
      ...[rows, filled && JSON.stringify(filled), JSON.stringify(gaps.map(sanitizeGap))],
    ],
  );
}
