// The results of a job, one per record.
import type { Image } from '../../connector/actions.ts';
import { imageIn } from '../../connector/saved-images.ts';
import type { Database } from '../../database/database.ts';
import { isLeft, joinsHand, type RecordStatus, recordStatus, undoneBy } from './records.ts';

export interface ActionResult {
  readonly target: number;
  readonly record: number;
  readonly object_id: string;
  readonly status: RecordStatus;
  readonly failure_reason: string | null;
  /** What somebody has to do in the source until the change takes effect. */
  readonly pending: string | null;
  /** The job that has restored what was changed. */
  readonly undone_by: string | null;
}

/** The place of a result: number of its target, number of its record. */
export type ResultPosition = readonly [target: number, record: number];

/** What a job changed of one record. */
export interface RecordChange {
  readonly target: number;
  readonly record: number;
  readonly object_id: string;
  readonly before: Image;
  readonly after: Image;
  /** A revert has restored it. */
  readonly undone: boolean;
}

/** The records that a job changed, with their images: what a revert of the job restores. */
export async function listRecordChanges(
  database: Database,
  jobId: string,
  pageSize: number,
  [target, record]: ResultPosition,
): Promise<{ changes: RecordChange[]; next: ResultPosition | undefined }> {
  const rows = await database.query<Omit<RecordChange, 'before' | 'after'> & { before: string; after: string }>(
    `select target, record, object_id, before_image as before, after_image as after, not (${isLeft('record')}) as undone
     from action_job_records record
     where job_id = $1 and (target, record) > ($2::int, $3::int)
       and status = 'Succeeded' and before_image is not null and after_image is not null
     order by target, record limit $4`,
    [jobId, target, record, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    changes: shown.map(row => ({
      ...row,
      before: imageIn(row.before),
      after: imageIn(row.after),
    })),
    next: rows.length > pageSize ? [last!.target, last!.record] : undefined,
  };
}

export async function listResults(
  database: Database,
  jobId: string,
  pageSize: number,
  [target, record]: ResultPosition,
): Promise<{ results: ActionResult[]; next: ResultPosition | undefined }> {
  const rows = await database.query<ActionResult>(
    `select record.target, record.record, object_id, ${recordStatus('record')} as status, failure_reason, pending,
       case when after_image is not null then ${undoneBy('record')} end as undone_by
     from action_job_records record ${joinsHand('record')}
     where record.job_id = $1 and (record.target, record.record) > ($2::int, $3::int)
     order by record.target, record.record limit $4`,
    [jobId, target, record, pageSize + 1],
  );
  const results = rows.slice(0, pageSize);
  const last = results.at(-1);
  return { results, next: rows.length > pageSize ? [last!.target, last!.record] : undefined };
}
