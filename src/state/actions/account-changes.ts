// What action jobs changed of accounts, for exports.
import type { Database } from '../../database/database.ts';
import { joinsHand, recordStatus } from './records.ts';

/** The most records of action jobs that are given out. */
const mostChanges = 10_000;

interface RecordRow {
  readonly local: string;
}

/** What action jobs changed of accounts, newest first, at most 10,000 records. */
export async function accountChanges(database: Database, tenant: string): Promise<object[]> {
  const rows = await database.query<RecordRow>(
    `select record.job_id, record.target, record.record, record.source_id, record.local, record.operation,
       job.type as job_type, ${recordStatus('record')} as status, job.principal_id, job.created_at as started_at, record.ended_at
     from action_job_records record join action_jobs job on job.job_id = record.job_id ${joinsHand('record')}
     where record.tenant = $1 and record.local like '%"accountId"%'
     order by job.position desc, record.target, record.record limit ${mostChanges}`,
    [tenant],
  );
  return rows.map(({ local, ...row }) => ({ ...row, account_local_id: JSON.parse(local).accountId }));
}
