// The results of a job, one per record.
import type { Database } from '../../database/database.ts';
import type { RecordStatus } from './records.ts';

export interface ActionResult {
  readonly target: number;
  readonly record: number;
  readonly object_id: string;
  readonly status: RecordStatus;
  readonly failure_reason: string | null;
}

/** The place of a result: number of its target, number of its record. */
export type ResultPosition = readonly [target: number, record: number];

export async function listResults(
  database: Database,
  jobId: string,
  pageSize: number,
  [target, record]: ResultPosition,
): Promise<{ results: ActionResult[]; next: ResultPosition | undefined }> {
  const rows = await database.query<ActionResult>(
    `select target, record, object_id, status, failure_reason from action_job_records
     where job_id = $1 and (target, record) > ($2::int, $3::int) order by target, record limit $4`,
    [jobId, target, record, pageSize + 1],
  );
  const results = rows.slice(0, pageSize);
  const last = results.at(-1);
  return { results, next: rows.length > pageSize ? [last!.target, last!.record] : undefined };
}
