// Where a read that brings only changes can start: at the position that an earlier read of the same type reached.
import type { Database } from '../database/database.ts';
import { knownUntil } from './landed-chains.ts';
import type { StartingPoint } from './reads.ts';

/** For each open read that may bring only changes: the newest run that its changes are laid over. */
export async function openBases(
  database: Database,
  tenant: string,
): Promise<{ source_id: string; type: string; position: number }[]> {
  return database.query(
    `select source_id, type, base_position::float8 as position from sync_runs join sync_reads using (run_id)
     where tenant = $1 and sync_runs.status in ('Queued', 'Running') and base_position is not null`,
    [tenant],
  );
}

export interface StartingPointChoice {
  readonly tenant: string;
  readonly sourceId: string;
  readonly type: string;
  /** Identifies the source's settings. A position that was reached with other settings does not count. */
  readonly settingsDigest: string;
  /** Milliseconds after which a type is read in full again. */
  readonly fullReadEveryMs: number;
}

/**
 * The position that the last complete read reached. While the source is held back, only reads up to its last accepted run count.
 * A read that was held back never counts once a later one was accepted, because the later one is not laid over it. Later reads that
 * were not complete or were targeted do not change the position, so what they brought is read again. A position does not count when one of the
 * reads that the changes would be laid over is damaged.
 * @returns undefined when only a full read is possible or due
 */
export async function startingPoint(
  database: Database,
  { tenant, sourceId, type, settingsDigest, fullReadEveryMs }: StartingPointChoice,
): Promise<StartingPoint | undefined> {
  const [last] = await database.query<{
    next: string | null;
    counts: boolean;
    full_read_at: Date | null;
    base: number;
  }>(
    `with known as materialized (select ${knownUntil} as until from sources where tenant = $1 and source_id = $2),
     ended as (
       select run.position, run.targeted, ledger.* from sync_runs run join sync_reads ledger using (run_id), known
       where run.tenant = $1 and run.source_id = $2 and ledger.type = $3 and run.position <= known.until
         and run.status in ('Landed', 'Failed') and ledger.status <> 'Running' and run.held_back is null
     ), damaged as (select coalesce(max(position), 0) as position from ended where damaged),
     base as (select position, coalesce(laid_over[1], position) as first from ended order by ended.position desc limit 1)
     select next, full_read_at, (select position::float8 from base) as base,
       settings_digest is not distinct from $4 and status = 'Complete'
         and least(coalesce(laid_over[1], position), (select first from base)) > (select position from damaged)
         and full_read_at between now() - $5 * interval '1 millisecond' and now() as counts
     from ended where status in ('Complete', 'Unsupported') and not targeted order by position desc limit 1`,
    [tenant, sourceId, type, settingsDigest, fullReadEveryMs],
  );
  if (!last?.counts || last.next === null) return undefined;
  return { since: last.next, basePosition: last.base, fullReadAt: last.full_read_at! };
}

/**
 * Where changes that a system sends, and single objects that are read again, are laid over: the newest data of a type, whatever they are.
 * What is sent cannot be asked for again, so neither the settings nor the time of the last full read count, and data that are held back
 * are what the system has sent before. No single objects are read while a source is held back (signals/targeted-runs.ts).
 * @returns `since` is the status of the newest read; undefined when nothing is landed, or what is landed is damaged
 */
export async function newestStart(
  database: Database,
  { tenant, sourceId, type }: Pick<StartingPointChoice, 'tenant' | 'sourceId' | 'type'>,
): Promise<StartingPoint | undefined> {
  const [newest] = await database.query<{ status: string; base: number; full_read_at: Date | null }>(
    `with ended as (
       select run.position, ledger.* from sync_runs run join sync_reads ledger using (run_id)
       where run.tenant = $1 and run.source_id = $2 and ledger.type = $3
         and run.status in ('Landed', 'Failed') and ledger.status <> 'Running'
     ), damaged as (select coalesce(max(position), 0) as position from ended where damaged),
     known as (
       select coalesce(laid_over[1], position) as first from ended
       where kept is not null and status <> 'Unsupported' order by position desc limit 1
     )
     select status, ended.position::float8 as base, full_read_at from ended, damaged, known
     where known.first > damaged.position order by ended.position desc limit 1`,
    [tenant, sourceId, type],
  );
  if (!newest) return undefined;
  return { since: newest.status, basePosition: newest.base, fullReadAt: newest.full_read_at ?? new Date(0) };
}
