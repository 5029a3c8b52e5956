// Pushes: reads whose rows a system sends. A push waits in state from its first batch until a run has landed it, so what was
// acknowledged survives a crash. A run lands one push, the oldest first; the batches of a push may come in any order, the last one last.
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import { type Lease, underLease } from './leases.ts';

/** How many batches a push may have, of at most 1 MiB each. */
export const mostPushBatches = 1_000;
/** How many pushes of a source may wait to be landed, and the bytes of all their batches. */
const mostWaitingPushes = 100;
const mostWaitingBytes = 1024 * 1024 * 1024;
/** How long a landed push is remembered, and how long one waits for its last batch. */
const pushHours = 24;

export interface PushBatch {
  readonly tenant: string;
  readonly sourceId: string;
  /** Name of the push; undefined: it is this batch alone. */
  readonly of: string | undefined;
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
  readonly complete: boolean;
  /** The names of its rows in the description of the source. */
  readonly names: readonly string[];
  /** JSON: name → rows. */
  readonly rows: string;
  /** Of what the batch says: the same batch may come again. */
  readonly sha256: string;
}

export interface ReceivedBatch {
  readonly pushId: string;
  readonly number: number;
  /** The names of the rows of all batches so far. */
  readonly names: readonly string[];
  /** Whether the push has all its batches. */
  readonly isClosed: boolean;
  /** The batch had come before, so nothing has changed. */
  readonly isRepeated: boolean;
  /** A run that was requested. Add its job when the transaction has ended. */
  readonly runId: string | undefined;
}

/** What became of a push. */
export interface PushState {
  readonly push_id: string;
  /** `Open`: its last batch has not come. `Superseded`: a later complete push brought all of its rows again. */
  readonly status: 'Open' | 'Waiting' | 'Landing' | 'Landed' | 'Superseded';
  readonly complete: boolean;
  /** The newest run that lands it, or is to land it. */
  readonly run_id: string | null;
}

/**
 * Take a batch, in a transaction. With its last batch the push is closed, and a run requested unless one is open.
 * @throws ServiceError PUSH_CONFLICT for a batch that contradicts earlier ones; TOO_MANY_REQUESTS when too much waits
 */
export async function receiveBatch(transaction: Database, batch: PushBatch): Promise<ReceivedBatch> {
  await lockSource(transaction, batch.tenant, batch.sourceId);
  const push = await pushOf(transaction, batch);
  const [same] = await transaction.query<{ sha256: string }>(
    `select sha256 from push_batches where push_id = $1 and number = $2`,
    [push.push_id, batch.number],
  );
  const received = { pushId: push.push_id, number: batch.number };
  if (same) {
    if (same.sha256 !== batch.sha256)
      throw conflict(batch, `batch ${batch.number} came before with another content; choose another name`);
    const isClosed = push.batches !== null;
    return {
      ...received,
      names: await namesOf(transaction, push.push_id),
      isClosed,
      isRepeated: true,
      runId: undefined,
    };
  }
  if (push.batches !== null) throw conflict(batch, `it has ended with batch ${push.batches}; choose another name`);
  if (push.complete !== batch.complete)
    throw conflict(batch, `its first batch said \`complete: ${push.complete}\`, and all have to say the same`);
  await transaction.query(
    `insert into push_batches (push_id, number, names, rows, bytes, sha256) values ($1, $2, $3::text[], $4, $5, $6)`,
    [push.push_id, batch.number, batch.names, batch.rows, Buffer.byteLength(batch.rows), batch.sha256],
  );
  const names = await namesOf(transaction, push.push_id);
  if (!batch.isLast) return { ...received, names, isClosed: false, isRepeated: false, runId: undefined };
  await close(transaction, push.push_id, batch);
  if (push.complete) await supersede(transaction, push.push_id, batch, names);
  const runId = await requestRunOf(transaction, batch);
  return { ...received, names, isClosed: true, isRepeated: false, runId };
}

interface PushRow {
  readonly push_id: string;
  readonly complete: boolean;
  readonly batches: number | null;
}

/** Requests of one source come one after the other, and none comes while a run of the source ends. */
export async function lockSource(transaction: Database, tenant: string, sourceId: string): Promise<void> {
  await transaction.query(`select 1 from sources where tenant = $1 and source_id = $2 for update`, [tenant, sourceId]);
}

async function pushOf(transaction: Database, batch: PushBatch): Promise<PushRow> {
  const { tenant, sourceId, of, complete } = batch;
  if (of !== undefined) {
    const [known] = await transaction.query<PushRow>(
      `select push_id, complete, batches from pushes where tenant = $1 and source_id = $2 and name = $3`,
      [tenant, sourceId, of],
    );
    if (known) return known;
  }
  await refuseTooMany(transaction, batch);
  const [made] = await transaction.query<PushRow>(
    `insert into pushes (push_id, tenant, source_id, name, complete) values ($1, $2, $3, $4, $5)
     returning push_id, complete, batches`,
    [randomUUID(), tenant, sourceId, of ?? null, complete],
  );
  return made!;
}

async function refuseTooMany(transaction: Database, { tenant, sourceId }: PushBatch): Promise<void> {
  const [waiting] = await transaction.query<{ pushes: number; bytes: number }>(
    `select count(distinct push_id)::float8 as pushes, coalesce(sum(bytes), 0)::float8 as bytes
     from pushes left join push_batches using (push_id) where tenant = $1 and source_id = $2 and landed_at is null`,
    [tenant, sourceId],
  );
  const { pushes, bytes } = waiting!;
  if (pushes < mostWaitingPushes && bytes < mostWaitingBytes) return;
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `${pushes} reads of ${bytes} bytes wait to be landed in ${sourceId}, and the limit is ${mostWaitingPushes} of ${mostWaitingBytes} bytes; /v1/sync-runs shows why they wait`,
  );
}

async function namesOf(transaction: Database, pushId: string): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(
    `select distinct unnest(names) as name from push_batches where push_id = $1 order by name`,
    [pushId],
  );
  return rows.map(({ name }) => name);
}

async function close(transaction: Database, pushId: string, batch: PushBatch): Promise<void> {
  const came = await transaction.query<{ number: number }>(
    `select number from push_batches where push_id = $1 order by number`,
    [pushId],
  );
  const numbers = new Set(came.map(({ number }) => number));
  const after = came.find(({ number }) => number > batch.number);
  if (after) throw conflict(batch, `batch ${after.number} has come, so batch ${batch.number} is not the last one`);
  const missing = Array.from({ length: batch.number }, (_, index) => index + 1).filter(number => !numbers.has(number));
  if (missing.length > 0) {
    const which = `${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ', …' : ''}`;
    throw conflict(batch, `batches have not come: ${which}; send them, then the last one again`);
  }
  await transaction.query(`update pushes set batches = $2, closed_at = now() where push_id = $1`, [
    pushId,
    batch.number,
  ]);
}

/** Earlier pushes that no run has begun to land, and whose rows all come again with a complete one. */
async function supersede(
  transaction: Database,
  pushId: string,
  { tenant, sourceId }: PushBatch,
  names: readonly string[],
): Promise<void> {
  const superseded = await transaction.query<{ push_id: string }>(
    `update pushes set landed_at = now(), superseded_by = $3
     where tenant = $1 and source_id = $2 and push_id <> $3 and closed_at is not null and landed_at is null
       and not exists (select from push_batches batch where batch.push_id = pushes.push_id and not names <@ $4::text[])
       and not exists (select from sync_runs run
         where run.push_id = pushes.push_id and run.ended_at is null and run.started_at is not null)
     returning push_id`,
    [tenant, sourceId, pushId, names],
  );
  const ids = superseded.map(({ push_id: id }) => id);
  await transaction.query(`update push_batches set rows = null where push_id = any($1::uuid[])`, [ids]);
  await transaction.query(
    `update sync_runs set push_id = null where push_id = any($1::uuid[]) and started_at is null and ended_at is null`,
    [ids],
  );
}

/** The run that lands the oldest push, when it has not begun; undefined when a run works on something else, and another one follows. */
async function requestRunOf(transaction: Database, { tenant, sourceId }: PushBatch): Promise<string | undefined> {
  await insertRun(transaction, tenant, sourceId);
  const [run] = await transaction.query<{ run_id: string }>(
    `update sync_runs set push_id = coalesce(push_id, ${oldestWaiting})
     where tenant = $1 and source_id = $2 and status = 'Queued' and started_at is null and not targeted returning run_id`,
    [tenant, sourceId],
  );
  return run?.run_id;
}

const oldestWaiting = `(select push_id from pushes
  where tenant = $1 and source_id = $2 and closed_at is not null and landed_at is null
  order by closed_at, position limit 1)`;

// An open run is not locked: it locks its source when it ends, and would wait for this transaction.
async function insertRun(transaction: Database, tenant: string, sourceId: string): Promise<string | undefined> {
  const [run] = await transaction.query<{ run_id: string }>(
    `insert into sync_runs (run_id, tenant, source_id, status, cause) values ($1, $2, $3, 'Queued', 'push')
     on conflict do nothing returning run_id`,
    [randomUUID(), tenant, sourceId],
  );
  return run?.run_id;
}

export interface LeasedPush {
  readonly pushId: string;
  readonly complete: boolean;
  readonly names: readonly string[];
  readonly batches: number;
}

/** The push that a run lands: the one that it has begun with, or the oldest that waits; undefined: none waits. */
export async function pushOfRun(
  database: Database,
  lease: Lease,
  { tenant, sourceId }: { readonly tenant: string; readonly sourceId: string },
): Promise<LeasedPush | undefined> {
  return database.transaction(async outer => {
    await lockSource(outer, tenant, sourceId);
    return underLease(outer, lease, async transaction => {
      const [run] = await transaction.query<{ push_id: string | null }>(
        `update sync_runs set push_id = coalesce(push_id, ${oldestWaiting}) where run_id = $3 returning push_id`,
        [tenant, sourceId, lease.id],
      );
      if (!run?.push_id) return undefined;
      const [push] = await transaction.query<PushRow>(
        `select push_id, complete, batches from pushes where push_id = $1 and landed_at is null`,
        [run.push_id],
      );
      if (!push) return undefined;
      const names = await namesOf(transaction, push.push_id);
      return { pushId: push.push_id, complete: push.complete, names, batches: push.batches! };
    });
  });
}

/** The rows of a batch: JSON, name → rows. */
export async function rowsOfBatch(database: Database, pushId: string, number: number): Promise<string> {
  const [batch] = await database.query<{ rows: string | null }>(
    `select rows from push_batches where push_id = $1 and number = $2`,
    [pushId, number],
  );
  if (batch?.rows == null) throw new Error(`batch ${number} of push ${pushId} is not there any more`);
  return batch.rows;
}

/** Note that a run has landed its push, in the transaction that ends the run. */
export async function endPush(transaction: Database, runId: string): Promise<void> {
  const landed = await transaction.query<{ push_id: string }>(
    `update pushes set landed_at = now() from sync_runs run
     where run.run_id = $1 and pushes.push_id = run.push_id and landed_at is null returning pushes.push_id`,
    [runId],
  );
  for (const { push_id: pushId } of landed)
    await transaction.query(`update push_batches set rows = null where push_id = $1`, [pushId]);
}

/**
 * Request the next run of a source whose pushes wait, in the transaction that ends a run. When that run did not land its push, only
 * a push that has come since it began is a reason: otherwise a push that cannot be landed would be tried for ever.
 */
export async function requestRunOfPushes(
  transaction: Database,
  ended: { readonly tenant: string; readonly sourceId: string; readonly runId: string; readonly isLanded: boolean },
): Promise<{ readonly run_id: string }[]> {
  const { tenant, sourceId, runId, isLanded } = ended;
  await lockSource(transaction, tenant, sourceId);
  const [waiting] = await transaction.query(
    `select 1 from pushes where tenant = $1 and source_id = $2 and closed_at is not null and landed_at is null
       and ($4 or closed_at > (select started_at from sync_runs where run_id = $3)) limit 1`,
    [tenant, sourceId, runId, isLanded],
  );
  const requested = waiting && (await insertRun(transaction, tenant, sourceId));
  return requested === undefined ? [] : [{ run_id: requested }];
}

export async function getPush(database: Database, pushId: string): Promise<PushState | undefined> {
  const [push] = await database.query<PushState>(
    `select push_id, complete, newest.run_id, case
       when superseded_by is not null then 'Superseded' when landed_at is not null then 'Landed'
       when closed_at is null then 'Open' when newest.status = 'Running' then 'Landing' else 'Waiting' end as status
     from pushes left join lateral (
       select run_id, status from sync_runs run where run.push_id = pushes.push_id order by run.position desc limit 1
     ) as newest on true where push_id = $1`,
    [pushId],
  );
  return push;
}

/** Forget pushes that were landed, or were never finished. @returns how many */
export async function expirePushes(database: Database): Promise<number> {
  const gone = await database.query(
    `delete from pushes where landed_at < now() - interval '${pushHours} hours'
       or (closed_at is null and opened_at < now() - interval '${pushHours} hours') returning 1`,
  );
  return gone.length;
}

function conflict({ of, number }: PushBatch, message: string): ServiceError {
  const name = of === undefined ? `batch ${number}` : JSON.stringify(of);
  return new ServiceError('PUSH_CONFLICT', `batch: ${name}: ${message}`, { details: { number } });
}
