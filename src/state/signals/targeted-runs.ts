// Targeted runs: they read only the objects of a source that wait to be read again. Objects wait in state from the moment that somebody
// requests them until a run that began later has landed, so no crash loses a request. Where single objects cannot be read, or their read
// fails, a run that reads everything is requested instead.
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { isHeldBack } from '../held-back.ts';
import { type Lease, underLease } from '../leases.ts';
import { lockSource } from '../pushes.ts';
import type { SyncRun } from '../runs.ts';

/** With more objects, a run that reads everything costs the source less. */
const mostTargets = 500;

export interface SourceOfObjects {
  readonly tenant: string;
  readonly sourceId: string;
  /** The types of which its connector can read single objects. */
  readonly readableTypes: readonly string[];
}

export interface ObjectOfSource {
  readonly type: string;
  /** Local id. */
  readonly id: string;
}

/**
 * Request that objects are read again, in a transaction. Many requests for one object become one read.
 * @returns the runs that were requested; add their jobs when the transaction has ended
 */
export async function awaitObjects(
  transaction: Database,
  source: SourceOfObjects,
  objects: readonly ObjectOfSource[],
): Promise<{ readonly run_id: string }[]> {
  const { tenant, sourceId } = source;
  await lockSource(transaction, tenant, sourceId);
  await transaction.query(
    `insert into awaited_objects (tenant, source_id, type, id, requested_at)
     select distinct $1, $2, type, id, clock_timestamp() from unnest($3::text[], $4::text[]) as asked (type, id)
     on conflict (tenant, source_id, type, id) do update set requested_at = excluded.requested_at, run_id = null`,
    [tenant, sourceId, objects.map(({ type }) => type), objects.map(({ id }) => id)],
  );
  return requestRunOfObjects(transaction, source, new Date(0));
}

/** Request a run that reads a source early, unless one waits to begin. Pass a transaction that has locked the source. */
export async function requestEarlyRun(
  transaction: Database,
  { tenant, sourceId }: Pick<SourceOfObjects, 'tenant' | 'sourceId'>,
): Promise<{ readonly run_id: string }[]> {
  return transaction.query<{ run_id: string }>(
    `insert into sync_runs (run_id, tenant, source_id, status, cause) values ($1, $2, $3, 'Queued', 'signal')
     on conflict do nothing returning run_id`,
    [randomUUID(), tenant, sourceId],
  );
}

/**
 * @param since only objects that were requested later are a reason
 * @returns none while a run that reads everything is open: it began later, or its end calls this again
 */
async function requestRunOfObjects(
  transaction: Database,
  source: SourceOfObjects,
  since: Date,
): Promise<{ readonly run_id: string }[]> {
  const { tenant, sourceId, readableTypes } = source;
  const [waiting] = await transaction.query<{ count: number; readable: boolean; covered: boolean; landed: boolean }>(
    `select count(*)::float8 as count, coalesce(bool_and(type = any($3::text[])), true) as readable,
       exists (select from sync_runs where tenant = $1 and source_id = $2 and ended_at is null and not targeted) as covered,
       exists (select from sync_runs where tenant = $1 and source_id = $2 and status = 'Landed' and not targeted) as landed
     from awaited_objects where tenant = $1 and source_id = $2 and run_id is null and requested_at > $4`,
    [tenant, sourceId, readableTypes, since],
  );
  const { count, readable, covered, landed } = waiting!;
  if (count === 0 || covered) return [];
  const isTargeted = readable && landed && count <= mostTargets && !(await isHeldBack(transaction, tenant, sourceId));
  if (!isTargeted) return requestEarlyRun(transaction, source);
  return transaction.query<{ run_id: string }>(
    `insert into sync_runs (run_id, tenant, source_id, status, cause, targeted)
     values ($1, $2, $3, 'Queued', 'signal', true) on conflict do nothing returning run_id`,
    [randomUUID(), tenant, sourceId],
  );
}

/** The objects that a targeted run reads: those that waited when it began. */
export async function objectsOfRun(
  database: Database,
  lease: Lease,
  { tenant, source_id: sourceId }: Pick<SyncRun, 'tenant' | 'source_id'>,
): Promise<ObjectOfSource[]> {
  return underLease(database, lease, async transaction => {
    await transaction.query(
      `update awaited_objects set run_id = $3 where tenant = $1 and source_id = $2 and run_id is null
         and not exists (select from sync_reads where sync_reads.run_id = $3)`,
      [tenant, sourceId, lease.id],
    );
    return transaction.query<ObjectOfSource>(
      `select type, id from awaited_objects where tenant = $1 and source_id = $2 and run_id = $3 order by type, id`,
      [tenant, sourceId, lease.id],
    );
  });
}

/**
 * Note what a run has read, and request the next one where objects still wait, in the transaction that ends the run. A run that read
 * everything fulfils what was requested before it began. When it failed, only later requests are a reason for another one, so that a source
 * that is down is not asked for ever.
 * @param run its record when it began
 */
export async function endRunOfObjects(
  transaction: Database,
  run: Pick<SyncRun, 'run_id' | 'source_id' | 'targeted' | 'started_at'>,
  source: SourceOfObjects,
  hasLanded: boolean,
): Promise<{ readonly run_id: string }[]> {
  const { tenant, sourceId } = source;
  await lockSource(transaction, tenant, sourceId);
  const startedAt = run.started_at ?? new Date(0);
  if (run.targeted && !hasLanded) {
    await transaction.query(`update awaited_objects set run_id = null where run_id = $1`, [run.run_id]);
    return requestEarlyRun(transaction, source);
  }
  if (hasLanded) {
    await transaction.query(
      `delete from awaited_objects where tenant = $1 and source_id = $2
         and case when $3 then run_id = $4 else requested_at <= $5 end`,
      [tenant, sourceId, run.targeted, run.run_id, startedAt],
    );
  }
  return requestRunOfObjects(transaction, source, hasLanded ? new Date(0) : startedAt);
}

/** The open runs of a source, which wait for the end of the run before them. */
export async function openRunsOfSource(
  database: Database,
  { tenant, sourceId }: Pick<SourceOfObjects, 'tenant' | 'sourceId'>,
): Promise<{ readonly run_id: string }[]> {
  return database.query(
    `select run_id from sync_runs where tenant = $1 and source_id = $2 and ended_at is null order by position`,
    [tenant, sourceId],
  );
}
