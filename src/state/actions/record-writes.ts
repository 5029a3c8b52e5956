// Takes records of an action job in hand, and stores what is seen before and after their changes. Several records may be in hand at
// once; what is written of them at the same time becomes one statement.
import type { Image } from '../../connector/actions.ts';
import type { Database } from '../../database/database.ts';
import { createWriteGroups } from '../../database/grouped-writes.ts';
import { insertsAudit } from '../audit.ts';
import { type Lease, writeHeld } from '../leases.ts';
import { sanitizeText } from '../sanitize-text.ts';
import type { ActionJob } from './jobs.ts';
import { type ActionRecord, joinsHand, mayHaveChanged, type RecordKey } from './records.ts';

export interface RecordResult {
  readonly status: 'Succeeded' | 'Failed';
  /** What the source shows now, if this job has changed it. */
  readonly after?: Image | undefined;
  readonly failureReason?: string | undefined;
  /** What somebody has to do in the source until the change takes effect. */
  readonly pending?: string | undefined;
  /** Global id of what was created. */
  readonly createdId?: string | undefined;
}

/**
 * `cancelled`: the job is to be cancelled, and the record was not in hand before. `busy`: another record, or another job, has the
 * same object in hand.
 */
type Begun = 'begun' | 'cancelled' | 'busy';

export interface RecordWrites {
  /** Work on one record after the other. Writes of others wait for those of this worker, to become one statement. */
  takePart<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Take a record in hand. */
  begin(record: ActionRecord): Promise<Begun>;
  /** Store what the source showed before the change. The first image stays, whatever is passed later. */
  saveBefore(key: RecordKey, before: Image): Promise<void>;
  /** Wait until the other records that share a client have come to a write, or to this. */
  inStep(): Promise<void>;
  /** Store the result of a record, with its audit entry. When the record may have changed, the source is to be read again. */
  end(key: RecordKey, result: RecordResult): Promise<void>;
}

/** How long records wait for others that share their client, in milliseconds: longer than a source takes for the changes of all. */
const longestStepMs = 1000;

/**
 * Writes for records of one source. All of them throw LeaseLost when another process has the job.
 * @param inStep whether the records share a client
 */
export function createRecordWrites(
  database: Database,
  lease: Lease,
  { type, principal_id: principal }: Pick<ActionJob, 'type' | 'principal_id'>,
  { inStep: goInStep }: { readonly inStep: boolean },
): RecordWrites {
  let workers = 0;
  const { grouped, fewer } = createWriteGroups(() => workers, goInStep ? longestStepMs : undefined);
  const begin = grouped((records: readonly ActionRecord[]) => beginRecords(database, lease, records));
  const saveBefore = grouped(async (images: readonly Keyed<Image>[]) => {
    await writeBefore(database, lease, images);
    return images.map(() => undefined);
  });
  const inStep = grouped(async (records: readonly undefined[]) => records);
  const action = type === 'Revert' ? 'object.revert' : 'object.change';
  const end = grouped(async (results: readonly Keyed<RecordResult>[]) => {
    await writeResults(database, lease, { action, principal }, results);
    return results.map(() => undefined);
  });
  return {
    async takePart(work) {
      workers += 1;
      try {
        return await work();
      } finally {
        workers -= 1;
        fewer();
      }
    },
    begin,
    saveBefore: (key, value) => saveBefore({ key, value }),
    inStep: async () => (goInStep ? inStep(undefined) : undefined),
    end: (key, value) => end({ key, value }),
  };
}

interface Keyed<Value> {
  readonly key: RecordKey;
  readonly value: Value;
}

// The statements below look each record up by its key, in a lateral subquery. A plain join would be planned from the statistics of the
// tables, and the embedded database collects none.

/** Take records in hand. Of two records of one object, only one can be in hand. */
async function beginRecords(database: Database, lease: Lease, records: readonly ActionRecord[]): Promise<Begun[]> {
  const [answer] = await writeHeld<{ begun: string | null; cancelled: boolean }>(
    database,
    lease,
    `, job as (
       select cancel_requested from action_jobs join held using (job_id)
     ), begun as (
       insert into objects_in_hand (tenant, source_id, object_key, job_id, target, record)
       select open.* from job, unnest($3::int[], $4::int[]) as given (target, record), lateral (
         select tenant, source_id, object_key, job_id, record.target, record.record from action_job_records record
         where job_id = $1 and record.target = given.target and record.record = given.record and ended_at is null limit 1
       ) as open
       where not cancel_requested order by object_key
       on conflict do nothing returning target, record
     ) select (select string_agg(target || '/' || record, ' ') from begun) as begun, cancel_requested as cancelled from job`,
    [records.map(({ target }) => target), records.map(({ record }) => record)],
  );
  const begun = new Set(answer!.begun?.split(' '));
  const otherwise = answer!.cancelled ? 'cancelled' : 'busy';
  return records.map(({ target, record, status }) =>
    // A record that a former process had in hand for this job still is in hand.
    status === 'Running' || begun.has(`${target}/${record}`) ? 'begun' : otherwise,
  );
}

async function writeBefore(database: Database, lease: Lease, images: readonly Keyed<Image>[]): Promise<void> {
  const [stored] = await writeHeld<{ count: number }>(
    database,
    lease,
    `, given as (
       select place, image from unnest($3::text[], $4::text[]) as given (object_key, image), lateral (
         select hand.ctid as place from objects_in_hand hand
         where hand.object_key = given.object_key and source_id = $5 and job_id = $1 limit 1
       ) as found
     ), stored as (
       update objects_in_hand hand set before_image = coalesce(before_image, given.image)
       from held, given where hand.ctid = given.place returning 1
     ) select (select count(*)::int from stored) as count from held`,
    [
      images.map(({ key }) => key.object_key),
      images.map(({ value }) => JSON.stringify(value)),
      images[0]!.key.source_id,
    ],
  );
  // When a source fails too often, all of its records are ended, also those that another client works on.
  if (stored!.count < images.length) throw new Error('a record that is to be changed is not in hand any more');
}

/** The longest text of an image in the audit log; records hold the whole images. */
const longestAudited = 4_000;

async function writeResults(
  database: Database,
  lease: Lease,
  { action, principal }: { readonly action: string; readonly principal: string },
  results: readonly Keyed<RecordResult>[],
): Promise<void> {
  await writeHeld(
    database,
    lease,
    `, given as (
       select given.*, found.* from unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[])
         as given (target, record, status, image, reason, pending, created), lateral (
         select record.ctid as place, hand.ctid as hand_place, hand.before_image as before
         from action_job_records record ${joinsHand('record')}
         where record.job_id = $1 and record.target = given.target and record.record = given.record limit 1
       ) as found
     ), returned as (
       delete from objects_in_hand hand using held, given where hand.ctid = given.hand_place
     ), ended as (
       update action_job_records record set status = given.status, before_image = coalesce(given.before, before_image),
         after_image = given.image, failure_reason = given.reason, pending = given.pending,
         object_id = coalesce(given.created, object_id), ended_at = clock_timestamp()
       from held, given where record.ctid = given.place
       returning record.*
     ), progress as (
       update action_jobs job set failures = 0 from held where job.job_id = held.job_id and failures > 0
     ), ended_sources as (
       select job_id, source_id, bool_or(${mayHaveChanged('ended')}) as changed from ended group by job_id, source_id
     ), confirmed as (
       update action_job_sources touched set faults = 0,
         confirmed_at = case when changed then clock_timestamp() else confirmed_at end
       from ended_sources ended where touched.job_id = ended.job_id and touched.source_id = ended.source_id
         and (faults > 0 or changed)
     ), audited as (
       ${insertsAudit(`select tenant, $11, $10, object_id::text, case when status = 'Succeeded' then 'done' else 'failed' end,
         jsonb_strip_nulls(jsonb_build_object('job', job_id, 'operation', operation, 'source', source_id, 'object', left(local, ${longestAudited}),
           'before', left(before_image, ${longestAudited}), 'after', left(after_image, ${longestAudited}),
           'failureReason', failure_reason, 'pending', pending))
       from ended`)}
     ) select 1 from held`,
    [
      results.map(({ key }) => key.target),
      results.map(({ key }) => key.record),
      results.map(({ value }) => value.status),
      results.map(({ value: { after } }) => (after === undefined ? null : JSON.stringify(after))),
      results.map(({ value: { failureReason } }) => (failureReason === undefined ? null : sanitizeText(failureReason))),
      results.map(({ value: { pending } }) => (pending === undefined ? null : sanitizeText(pending))),
      results.map(({ value }) => value.createdId ?? null),
      action,
      principal,
    ],
  );
}
