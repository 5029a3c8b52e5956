// What a version is made from: for every source and type, the runs whose landed files count, and those files.

import type { Database } from '../database/database.ts';
import { type Lease, underLease } from './leases.ts';
import { type LandedContent, type LandedFile, readColumns, type SyncRead } from './reads.ts';

export interface LandedRun {
  readonly runId: string;
  /** Orders the runs of a tenant. */
  readonly position: number;
  readonly duplicates: boolean;
  /** Whether it read only the objects that it was asked for: its read says nothing of the others. */
  readonly targeted: boolean;
  readonly read: SyncRead;
  readonly endedAt: Date;
  /** In the order in which they were landed. Undefined for reads of former releases, which did not record them. */
  readonly files: readonly LandedFile[] | undefined;
  /** Files with the ids of objects of earlier runs that the source has deleted. */
  readonly removed: readonly LandedFile[];
  /** Files with the ids of objects that the read did not see, and the dates of the reads that last did. */
  readonly unconfirmed: readonly LandedFile[];
}

/**
 * What a type of a source consists of: the rows of `runs`, where a later run wins over an earlier one. What a run removes is not
 * taken from the runs before it.
 */
export interface LandedChain {
  readonly sourceId: string;
  readonly type: string;
  readonly runs: readonly LandedRun[];
}

export interface ChainChoice {
  /**
   * `newest`: up to the last run that has ended. `accepted`: up to the last one that versions are made from. `known`: the last accepted
   * one while the source is held back, otherwise the newest. A number: up to the run at this position.
   */
  readonly until: 'newest' | 'accepted' | 'known' | number;
  /** Only these sources; undefined: all. */
  readonly sources?: readonly string[];
  /** Only this type; undefined: all. */
  readonly type?: string;
}

/** The condition on a row of `sources` that a newer run than its last accepted one is held back. */
export const heldBack = `exists (select from sync_runs held where (held.tenant, held.source_id) = (sources.tenant, sources.source_id)
  and held.held_back is not null and held.position > sources.accepted_position)`;

/** Of a row of `sources`: the position up to which the data of the source are known. While it is held back, that is the last accepted run. */
export const knownUntil = `case when ${heldBack} then accepted_position else ${Number.MAX_SAFE_INTEGER} end`;

/**
 * For every source and type, the runs that together hold the type: one read as the basis, the runs that it is laid over, and all later
 * reads. The basis is the newest read that accounts for the objects that it did not bring: they are in the runs that it is laid over
 * or, when there are none, landed with the read itself. A complete read is such a read. An incomplete read of a former release is
 * not, so it counts only as a later read, laid over those before it. A type that the source no longer offers (`Unsupported`)
 * is known to be empty. A damaged read and all reads before it are left out.
 */
export async function landedChains(
  database: Database,
  tenant: string,
  { until, sources, type }: ChainChoice,
): Promise<LandedChain[]> {
  // Materialized: without statistics, which the embedded database does not gather, the newest reads would be found again for each read.
  const rows = await database.query<
    SyncRead & {
      source_id: string;
      position: number;
      targeted: boolean;
      updated_at: Date;
      landed: readonly LandedPart[];
    }
  >(
    `with chosen as materialized (
       select source_id, case $2 when 'newest' then ${Number.MAX_SAFE_INTEGER} when 'accepted' then accepted_position
         when 'known' then ${knownUntil} else $2::bigint end as until
       from sources where tenant = $1 and ($3::text[] is null or source_id = any($3::text[]))
     ), ended as (
       select run.source_id, run.position, run.targeted, ledger.*
       from sync_runs run join sync_reads ledger using (run_id) join chosen using (source_id)
       where run.tenant = $1 and run.status in ('Landed', 'Failed') and ledger.status <> 'Running' and run.position <= chosen.until
         and ($3::text[] is null or run.source_id = any($3::text[])) and ($4::text is null or ledger.type = $4)
     ), newest as materialized (
       select distinct on (source_id, type) source_id, type, position, laid_over from ended
       where kept is not null or status in ('Complete', 'Unsupported') order by source_id, type, position desc
     ), newest_damaged as materialized (
       select source_id, type, max(position) as position from ended where damaged group by source_id, type
     )
     select ended.source_id, ended.position::float8 as position, ended.targeted, ended.updated_at, ${readColumns
       .split(', ')
       .map(column => `ended.${column}`)
       .join(', ')}, coalesce((
         select jsonb_agg(jsonb_build_object('name', name, 'bytes', bytes, 'sha256', sha256, 'holds', holds)
           order by part)
         from landed_parts where (run_id, type) = (ended.run_id, ended.type)), '[]') as landed
     from ended left join newest using (source_id, type) left join newest_damaged using (source_id, type)
     where (ended.position >= coalesce(newest.position, 0) or ended.position = any(newest.laid_over))
       and ended.position > coalesce(newest_damaged.position, 0)
     order by ended.source_id, ended.type, ended.position`,
    [tenant, String(until), sources ?? null, type ?? null],
  );
  const chains = new Map<string, { sourceId: string; type: string; runs: LandedChain['runs'][number][] }>();
  for (const row of rows) {
    const key = `${row.source_id}\n${row.type}`;
    const chain = chains.get(key) ?? { sourceId: row.source_id, type: row.type, runs: [] };
    const { source_id, position, targeted, updated_at: endedAt, landed, ...read } = row;
    const isRecorded = landed.length > 0 || row.laid_over !== null || row.rows <= row.rejected;
    const filesOf = (wanted: LandedContent) => landed.flatMap(({ holds, ...file }) => (holds === wanted ? [file] : []));
    chain.runs.push({
      ...{ runId: row.run_id, position, duplicates: row.duplicates > 0, targeted, read, endedAt },
      files: isRecorded ? filesOf('objects') : undefined,
      removed: filesOf('removed'),
      unconfirmed: filesOf('unconfirmed'),
    });
    chains.set(key, chain);
  }
  return [...chains.values()];
}

interface LandedPart extends LandedFile {
  readonly holds: LandedContent;
}

/** The newest read that was about all objects of the type. It says how complete the type is; targeted reads after it do not. */
export function wholeRead({ runs }: Pick<LandedChain, 'runs'>): SyncRead {
  return (runs.findLast(({ targeted }) => !targeted) ?? runs.at(-1)!).read;
}

/** How many objects a chain holds, according to its newest read; undefined when the read does not say. */
export function objectsOf({ runs }: Pick<LandedChain, 'runs'>): number | undefined {
  const { rows, duplicates, kept, unchanged } = runs.at(-1)!.read;
  return kept === null ? undefined : rows - duplicates + kept + (unchanged ?? 0);
}

/** The newest run of each source in some chains: source → position. */
export function newestPositions(chains: readonly LandedChain[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { sourceId, runs } of chains) {
    newest.set(sourceId, Math.max(newest.get(sourceId) ?? 0, runs.at(-1)!.position));
  }
  return newest;
}

/** The files with objects that a read has landed so far, in order. */
export async function landedFilesOf(database: Database, runId: string, type: string): Promise<LandedFile[]> {
  return database.query<LandedFile>(
    `select name, bytes::float8 as bytes, sha256 from landed_parts
     where run_id = $1 and type = $2 and holds = 'objects' order by part`,
    [runId, type],
  );
}

/** Record files that a read has landed and that are not recorded yet. */
export async function recordFiles(
  database: Database,
  lease: Lease,
  type: string,
  files: readonly (LandedFile & { readonly part: number })[],
): Promise<void> {
  await underLease(database, lease, async transaction => {
    for (const { part, name, bytes, sha256 } of files) {
      await transaction.query(
        `insert into landed_parts (run_id, type, part, name, bytes, sha256) values ($1, $2, $3, $4, $5, $6)`,
        [lease.id, type, part, name, bytes, sha256],
      );
    }
  });
}
