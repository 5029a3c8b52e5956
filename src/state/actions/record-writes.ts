// Takes records of an action job in hand, and stores what is seen before and after their changes. Several records may be in hand at
// once; what is written of them at the same time becomes one statement.
import type { Image } from '../../connector/actions.ts';
import type { Database } from '../../database/database.ts';
import { isUniqueViolation } from '../../database/statement-error.ts';
import { insertsAudit } from '../audit.ts';
import { type Lease, writeHeld } from '../leases.ts';
import { sanitizeText } from '../sanitize-text.ts';
import { createWriteGroups } from './grouped-writes.ts';
import type { ActionJob } from './jobs.ts';
import { mayHaveChanged, type RecordKey } from './records.ts';

export interface RecordResult {
  readonly status: 'Succeeded' | 'Failed';
  /** What the source shows now, if this job has changed it. */
  readonly after?: Image | undefined;
  readonly failureReason?: string | undefined;
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
  begin(key: RecordKey): Promise<Begun>;
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
 * All of them throw LeaseLost when another process has the job.
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
  const begin = grouped((keys: readonly RecordKey[]) => beginRecords(database, lease, keys));
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

async function beginRecords(database: Database, lease: Lease, keys: readonly RecordKey[]): Promise<Begun[]> {
  try {
    const rows = await writeHeld<{ target: number | null; record: number | null }>(
      database,
      lease,
      `, begun as (
         update action_job_records record set status = 'Running'
         from held, action_jobs job, unnest($3::int[], $4::int[]) as given (target, record)
         where record.job_id = held.job_id and job.job_id = held.job_id
           and record.target = given.target and record.record = given.record
           and record.ended_at is null and (record.status = 'Running' or not job.cancel_requested)
         returning record.target, record.record
       ) select target, record from held left join begun on true`,
      [keys.map(({ target }) => target), keys.map(({ record }) => record)],
    );
    const begun = new Set(rows.map(({ target, record }) => `${target}/${record}`));
    return keys.map(({ target, record }) => (begun.has(`${target}/${record}`) ? 'begun' : 'cancelled'));
  } catch (error) {
    if (!isUniqueViolation(error, 'action_job_records_one_running')) throw error;
    if (keys.length === 1) return ['busy'];
    const each: Begun[] = [];
    for (const key of keys) each.push(...(await beginRecords(database, lease, [key])));
    return each;
  }
}

async function writeBefore(database: Database, lease: Lease, images: readonly Keyed<Image>[]): Promise<void> {
  await writeHeld(
    database,
    lease,
    `update action_job_records record set before_image = coalesce(before_image, given.image)
     from held, unnest($3::int[], $4::int[], $5::text[]) as given (target, record, image)
     where record.job_id = held.job_id and record.target = given.target and record.record = given.record returning 1`,
    [
      images.map(({ key }) => key.target),
      images.map(({ key }) => key.record),
      images.map(({ value }) => JSON.stringify(value)),
    ],
  );
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
    `, ended as (
       update action_job_records record set status = given.status, after_image = given.image, failure_reason = given.reason,
         object_id = coalesce(given.created, object_id), ended_at = clock_timestamp()
       from held, unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::uuid[])
         as given (target, record, status, image, reason, created)
       where record.job_id = held.job_id and record.target = given.target and record.record = given.record
       returning record.*
     ), progress as (
       update action_jobs job set failures = 0 from ended where job.job_id = ended.job_id and failures > 0
     ), ended_sources as (
       select job_id, source_id, bool_or(${mayHaveChanged('ended')}) as changed from ended group by job_id, source_id
     ), confirmed as (
       update action_job_sources touched set faults = 0,
         confirmed_at = case when changed then clock_timestamp() else confirmed_at end
       from ended_sources ended where touched.job_id = ended.job_id and touched.source_id = ended.source_id
         and (faults > 0 or changed)
     ), audited as (
       ${insertsAudit(`select tenant, $10, $9, object_id::text, case when status = 'Succeeded' then 'done' else 'failed' end,
         jsonb_strip_nulls(jsonb_build_object('job', job_id, 'operation', operation, 'source', source_id, 'object', left(local, ${longestAudited}),
           'before', left(before_image, ${longestAudited}), 'after', left(after_image, ${longestAudited}),
           'failureReason', failure_reason))
       from ended`)}
     ) select 1 from ended`,
    [
      results.map(({ key }) => key.target),
      results.map(({ key }) => key.record),
      results.map(({ value }) => value.status),
      results.map(({ value: { after } }) => (after === undefined ? null : JSON.stringify(after))),
      results.map(({ value: { failureReason } }) => (failureReason === undefined ? null : sanitizeText(failureReason))),
      results.map(({ value }) => value.createdId ?? null),
      action,
      principal,
    ],
  );
}
