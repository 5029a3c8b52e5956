// The records that an action job alters in sources, each with its before-image, its after-image and its result.
import { createHash } from 'node:crypto';
import type { ActionOperation, Image } from '../../connector/actions.ts';
import { parseExactly } from '../../connector/exact-json.ts';
import type { Database } from '../../database/database.ts';
import { type Lease, writeHeld } from '../leases.ts';
import { sanitizeText } from '../sanitize-text.ts';
import type { ActionJob } from './jobs.ts';

export type RecordStatus = 'Queued' | 'Running' | 'Succeeded' | 'Failed' | 'Cancelled';

export interface ActionRecord {
  readonly target: number;
  readonly record: number;
  readonly source_id: string;
  readonly local: Readonly<Record<string, string>>;
  readonly object_key: string;
  readonly status: RecordStatus;
  /** What the source showed before the change; null: not stored yet, so nothing was changed. */
  readonly before: Image | null;
  readonly tries: number;
}

export interface SubmittedTarget {
  readonly target: number;
  readonly source_id: string;
  readonly object_id: string;
  readonly local: Readonly<Record<string, string>>;
}

/** Identifies the object that a record alters: two records with the same key must not be altered at the same time. */
export function objectKey(local: Readonly<Record<string, string>>): string {
  const object = local.accountId === undefined ? ['group', local.groupName] : ['account', local.accountId];
  return createHash('sha256').update(JSON.stringify(object)).digest('base64url');
}

/** The condition under which the records of a target are not known yet. */
export const isUnexpanded = (target: string) => `not exists (select from action_job_records record
  where record.job_id = ${target}.job_id and record.target = ${target}.target)`;

/** Targets whose records are not known yet. */
export async function unexpandedTargets(database: Database, jobId: string): Promise<SubmittedTarget[]> {
  const rows = await database.query<Omit<SubmittedTarget, 'local'> & { local: string }>(
    `select target, source_id, object_id, local from action_job_targets target
     where job_id = $1 and ${isUnexpanded('target')} order by target`,
    [jobId],
  );
  return rows.map(row => ({ ...row, local: JSON.parse(row.local) }));
}

export interface ExpandedTarget {
  readonly submitted: SubmittedTarget;
  readonly records: readonly { readonly objectId: string; readonly local: object }[];
  /** Set when the target has failed: its records get this result. */
  readonly failure?: string;
}

/** Store the records of targets. A target that was stored before keeps its records. */
export async function saveRecords(
  database: Database,
  lease: Lease,
  operation: ActionOperation,
  expanded: readonly ExpandedTarget[],
): Promise<void> {
  const rows = expanded.flatMap(({ submitted, records, failure }) =>
    records.map((record, number) => ({ submitted, number, ...record, failure: failure ?? null })),
  );
  await writeHeld(
    database,
    lease,
    `, stored as (
       insert into action_job_records (job_id, target, record, tenant, source_id, operation, object_id, local, object_key,
         status, failure_reason, ended_at)
       select job_id, submitted.target, submitted.record, tenant, submitted.source_id, $3, submitted.object_id,
         submitted.local, submitted.object_key, case when failure is null then 'Queued' else 'Failed' end, failure,
         case when failure is not null then now() end
       from held join action_jobs using (job_id),
         unnest($4::int[], $5::int[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::text[])
         as submitted (target, record, source_id, object_id, local, object_key, failure)
       on conflict do nothing
     ), progress as (
       update action_jobs job set failures = 0 from held where job.job_id = held.job_id and failures > 0
     ) select 1 from held`,
    [
      operation,
      rows.map(row => row.submitted.target),
      rows.map(row => row.number),
      rows.map(row => row.submitted.source_id),
      rows.map(row => row.objectId),
      rows.map(row => JSON.stringify(row.local)),
      rows.map(row => objectKey(row.local as Record<string, string>)),
      rows.map(row => (row.failure === null ? null : sanitizeText(row.failure))),
    ],
  );
}

/** SQL: the row of the object that a record has in hand, as `hand`. */
export const joinsHand = (record: string) => `left join objects_in_hand hand on hand.object_key = ${record}.object_key
  and hand.source_id = ${record}.source_id and hand.tenant = ${record}.tenant and hand.job_id = ${record}.job_id
  and hand.target = ${record}.target and hand.record = ${record}.record`;

/** SQL: the status of a record, after {@link joinsHand}. */
export const recordStatus = (record: string) =>
  `case when hand.job_id is null then ${record}.status else 'Running' end`;

/** The most records that {@link openRecords} gives at once. */
export const recordsAtOnce = 1000;

interface OpenRecordRow extends Omit<ActionRecord, 'source_id' | 'local' | 'before'> {
  readonly local: string;
  readonly before: string | null;
}

/** The next records of a source that have not ended; the one in hand first. A revert begins with the last one. */
export async function openRecords(
  database: Database,
  { job_id: jobId, type }: Pick<ActionJob, 'job_id' | 'type'>,
  sourceId: string,
): Promise<ActionRecord[]> {
  const order = type === 'Revert' ? 'desc' : 'asc';
  const rows = await database.query<OpenRecordRow>(
    `select record.target, record.record, local, record.object_key,
       ${recordStatus('record')} as status, hand.before_image as before, tries
     from action_job_records record ${joinsHand('record')}
     where record.job_id = $1 and record.source_id = $2 and ended_at is null
     order by hand.job_id is null, record.target ${order}, record.record ${order} limit ${recordsAtOnce}`,
    [jobId, sourceId],
  );
  return rows.map(row => ({
    ...row,
    source_id: sourceId,
    local: JSON.parse(row.local),
    before: row.before === null ? null : (parseExactly(row.before) as Image),
  }));
}

/** SQL: the records of reverts that have restored a record. */
const restoring = (record: string) => `from action_job_records restored join action_jobs undoing using (job_id)
  where undoing.reverts = ${record}.job_id and restored.target = ${record}.target and restored.record = ${record}.record
    and restored.status = 'Succeeded'`;

/** SQL: whether a record was changed by its job, and no revert has undone that. */
export const isLeft = (record: string) =>
  `${record}.status = 'Succeeded' and ${record}.after_image is not null and not exists (select ${restoring(record)})`;

/** SQL: the job that has undone what a job changed of a record; null: none has. */
export const undoneBy = (record: string) =>
  `(select undoing.job_id ${restoring(record)} order by undoing.job_id limit 1)`;

export type RecordKey = Pick<ActionRecord, 'target' | 'record' | 'source_id' | 'object_key'>;

/** The failure reason of a record that failed after its change was begun. */
export const changeUnknown = 'whether the change was made is not known';

/** The condition under which the source has to be read again because of an ended record. */
export const mayHaveChanged = (record: string) =>
  `(${record}.after_image is not null or (${record}.status = 'Failed' and ${record}.before_image is not null))`;

/** Count a failed try of a record. @returns how many there are now, and whether its change may have been made */
export async function recordTry(
  database: Database,
  lease: Lease,
  key: RecordKey,
): Promise<{ readonly tries: number; readonly begun: boolean }> {
  const [row] = await writeHeld<{ tries: number; begun: boolean }>(
    database,
    lease,
    `update action_job_records record set tries = tries + 1 from held
     where record.job_id = held.job_id and target = $3 and record = $4
     returning tries, exists (select from objects_in_hand hand where hand.job_id = held.job_id
       and object_key = $5 and hand.target = $3 and hand.record = $4 and before_image is not null) as begun`,
    [key.target, key.record, key.object_key],
  );
  return row!;
}

/**
 * End all open records of a source, or of all sources, with the same result. A record in hand may have been changed, so its source
 * counts as changed.
 */
export async function endOpenRecords(
  transaction: Database,
  jobId: string,
  status: 'Failed' | 'Cancelled',
  { sourceId, reason }: { readonly sourceId?: string | undefined; readonly reason?: string | undefined },
): Promise<void> {
  await transaction.query(
    `with returned as (
       delete from objects_in_hand where job_id = $1 and ($3::text is null or source_id = $3)
       returning target, record, before_image
     ), open as (
       select target, record, returned.before_image
       from action_job_records left join returned using (target, record)
       where job_id = $1 and ended_at is null and ($3::text is null or source_id = $3)
     ), ended as (
       update action_job_records record set status = $2, ended_at = clock_timestamp(), before_image = open.before_image,
         failure_reason = $4::text || case when open.before_image is null then '' else '; ${changeUnknown}' end
       from open where record.job_id = $1 and record.target = open.target and record.record = open.record
       returning record.*
     ) update action_job_sources touched set confirmed_at = clock_timestamp() from ended
     where touched.job_id = ended.job_id and touched.source_id = ended.source_id and ${mayHaveChanged('ended')}`,
    [jobId, status, sourceId ?? null, reason === undefined ? null : sanitizeText(reason)],
  );
}
