// How far the search for occasions has come in a tenant: the time from which failed jobs are searched, and the last version whose critical
// risks were compared.
import type { Database } from '../../database/database.ts';

export interface NoticeProgress {
  readonly since: Date;
  /** 0: no version was searched. */
  readonly version: number;
}

/** The search of a tenant begins when this is first called. */
export async function noticeProgress(database: Database, tenant: string): Promise<NoticeProgress> {
  await database.query(`insert into notice_progress (tenant) values ($1) on conflict do nothing`, [tenant]);
  const [row] = await database.query<NoticeProgress>(
    `select since, version::float8 as version from notice_progress where tenant = $1`,
    [tenant],
  );
  return row!;
}

/**
 * Compare the open critical risks of a version with those of the version that was searched before.
 * @param record records what is new, in the same transaction; it is not called when another process was first
 */
export async function compareRisks(
  database: Database,
  tenant: string,
  found: { readonly version: number; readonly risks: readonly string[] },
  record: (transaction: Database, added: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  await database.transaction(async transaction => {
    const [progress] = await transaction.query<{ version: number }>(
      `select version::float8 as version from notice_progress where tenant = $1 for update`,
      [tenant],
    );
    if (!progress || progress.version >= found.version) return;
    await transaction.query(`delete from noticed_risks where tenant = $1 and risk_id <> all($2::uuid[])`, [
      tenant,
      found.risks,
    ]);
    const added = await transaction.query<{ risk_id: string }>(
      `insert into noticed_risks (tenant, risk_id) select $1, unnest($2::uuid[]) on conflict do nothing returning risk_id`,
      [tenant, found.risks],
    );
    await transaction.query(`update notice_progress set version = $2::bigint where tenant = $1`, [
      tenant,
      found.version,
    ]);
    await record(transaction, new Set(added.map(row => row.risk_id)));
  });
}

export interface FailedJob {
  readonly kind: 'action job' | 'export';
  readonly id: string;
  readonly status: string;
  readonly ended_at: Date;
}

/** Action jobs and exports that failed since a moment and that no notice tells of yet, oldest first. */
export async function failedJobs(database: Database, tenant: string, since: Date, limit: number): Promise<FailedJob[]> {
  return database.query<FailedJob>(
    `select kind, id, status, ended_at from (
       select 'action job' as kind, job_id as id, status, ended_at from action_jobs
       where tenant = $1 and status in ('PartiallyCompleted', 'Failed', 'PartiallyReverted') and ended_at >= $2
       union all
       select 'export', download_id, 'Failed', ended_at from downloads
       where tenant = $1 and status = 'failed' and ended_at >= $2
     ) as failed
     where not exists (select from notices
       where notices.tenant = $1 and notices.event = 'job-failed' and notices.occasion = failed.id::text)
     order by ended_at limit $3`,
    [tenant, since, limit],
  );
}
