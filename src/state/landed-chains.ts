// What a version is made from: for every source and type, the runs whose landed files count, and those files.

import type { Database } from '../database/database.ts';
import { type Lease, underLease } from './leases.ts';
import { type LandedFile, readColumns, type SyncRead } from './runs.ts';

export interface LandedRun {
  readonly runId: string;
  readonly duplicates: boolean;
  readonly read: SyncRead;
  readonly endedAt: Date;
  /** In the order in which they were landed; undefined for a read of before they were recorded: all in its folder. */
  readonly files: readonly LandedFile[] | undefined;
}

/** What a type of a source consists of: the rows of `runs`, where a later run wins over an earlier one. */
export interface LandedChain {
  readonly sourceId: string;
  readonly type: string;
  readonly runs: readonly LandedRun[];
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
  const files = await landedFiles(database, tenant);
  const chains = new Map<string, { sourceId: string; type: string; runs: LandedChain['runs'][number][] }>();
  for (const row of rows) {
    const key = `${row.source_id}\n${row.type}`;
    const chain = chains.get(key) ?? { sourceId: row.source_id, type: row.type, runs: [] };
    const { source_id, updated_at: endedAt, ...read } = row;
    const recorded = files.get(`${row.run_id}\n${row.type}`) ?? (row.rows > row.rejected ? undefined : []);
    chain.runs.push({ runId: row.run_id, duplicates: row.duplicates > 0, read, endedAt, files: recorded });
    chains.set(key, chain);
  }
  return [...chains.values()];
}

/** The files that a read has landed so far, in order. */
export async function landedFilesOf(database: Database, runId: string, type: string): Promise<LandedFile[]> {
  return database.query<LandedFile>(
    `select name, bytes::float8 as bytes, sha256 from landed_parts where run_id = $1 and type = $2 order by part`,
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

async function landedFiles(database: Database, tenant: string): Promise<Map<string, LandedFile[]>> {
  const rows = await database.query<LandedFile & { run_id: string; type: string }>(
    `select landed_parts.run_id, landed_parts.type, landed_parts.name, landed_parts.bytes::float8 as bytes, landed_parts.sha256
     from landed_parts join sync_runs using (run_id) where tenant = $1 order by run_id, type, part`,
    [tenant],
  );
  const files = new Map<string, LandedFile[]>();
  for (const { run_id, type, ...file } of rows) {
    const key = `${run_id}\n${type}`;
    const known = files.get(key);
    if (known) known.push(file);
    else files.set(key, [file]);
  }
  return files;
}
