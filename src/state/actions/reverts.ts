// Jobs that revert other jobs, and the images that they restore.

import { randomUUID } from 'node:crypto';
import type { Image } from '../../connector/actions.ts';
import { imageIn } from '../../connector/saved-images.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import type { RecordOwner } from '../clients/record-owner.ts';
import { type ActionJob, auditJob, insertJob, revertDays } from './jobs.ts';
import { isLeft } from './records.ts';

/** A job that was reverted in part can be reverted again, for what is left. */
const revertible: readonly string[] = ['Completed', 'PartiallyCompleted', 'PartiallyReverted'];

/** Whether a job can be reverted now; otherwise why not. */
export function revertRefusal(job: ActionJob): ServiceError | undefined {
  if (job.type === 'Revert') {
    return new ServiceError('JOB_NOT_REVERTIBLE', 'the job is an undo itself; only changes can be undone');
  }
  if (job.is_being_reverted || job.status === 'Reverted') {
    return new ServiceError(
      'ALREADY_REVERTED',
      job.is_being_reverted
        ? `the job is being undone by ${job.revert_job}`
        : `the job was undone by ${job.revert_job}`,
      {
        details: { revertedBy: job.revert_job },
      },
    );
  }
  if (job.ended_at === null) {
    return new ServiceError('JOB_NOT_REVERTIBLE', 'the job has not ended; cancel it, or undo it when it has ended', {
      details: { status: job.status },
    });
  }
  if (!revertible.includes(job.status)) {
    return new ServiceError('JOB_NOT_REVERTIBLE', `the job is ${job.status}; only completed jobs can be undone`, {
      details: { status: job.status },
    });
  }
  if (job.changed === 0) {
    return new ServiceError('JOB_NOT_REVERTIBLE', 'the job changed nothing, so there is nothing to undo', {
      details: { status: job.status },
    });
  }
  if (!job.window_open) {
    return new ServiceError('REVERT_WINDOW_CLOSED', `a job can be undone for ${revertDays} days after it has ended`, {
      details: { availableUntil: job.revertible_until },
    });
  }
  return undefined;
}

/** Ids of the sources whose changes a revert of the job would undo. */
export async function changedSources(database: Database, jobId: string): Promise<string[]> {
  const rows = await database.query<{ source_id: string }>(
    `select distinct source_id from action_job_records record where job_id = $1 and ${isLeft('record')}`,
    [jobId],
  );
  return rows.map(row => row.source_id);
}

/** What a request for a revert asks for, and what the configuration asks of it. */
export interface RevertRequest {
  /** Global ids of the only objects to undo; undefined: all. */
  readonly objects: readonly string[] | undefined;
  /** Why a revert of so many targets has to be approved; undefined: it does not. */
  approval(targets: number): string | undefined;
  /** How long it waits for the approval. */
  readonly approvalMs: number;
}

/**
 * Accept a job that undoes exactly what another job changed, and no earlier revert has undone. Pass a transaction.
 * @param read reads the job again, under the lock that makes two requests follow each other
 * @returns the id of the new job
 * @throws ServiceError as `revertRefusal` says, and BAD_REQUEST for an object of which nothing is left to undo
 */
export async function createRevertJob(
  transaction: Database,
  owner: RecordOwner,
  jobId: string,
  read: (transaction: Database) => Promise<ActionJob>,
  { objects, approval: approvalOf, approvalMs }: RevertRequest,
): Promise<string> {
  await transaction.query(`select 1 from action_jobs where job_id = $1 for update`, [jobId]);
  const job = await read(transaction);
  const refusal = revertRefusal(job);
  if (refusal) throw refusal;
  if (objects) await refuseUnchanged(transaction, jobId, objects);
  const chosen = objects ?? null;
  const revertId = randomUUID();
  const [counted] = await transaction.query<{ targets: number }>(
    `select count(distinct target)::int as targets from action_job_records record
     where job_id = $1 and ${isLeft('record')} and ($2::uuid[] is null or record.object_id = any($2::uuid[]))`,
    [jobId, chosen],
  );
  const approval = approvalOf(counted!.targets);
  const { operation } = job;
  const revert = { jobId: revertId, type: 'Revert', operation, reverts: jobId, approval, approvalMs } as const;
  await insertJob(transaction, owner, revert);
  await transaction.query(
    `insert into action_job_sources (job_id, tenant, source_id, application_instance_id)
     select $2, tenant, source_id, application_instance_id from action_job_sources touched
     where job_id = $1 and exists (select from action_job_records record where record.job_id = $1
       and record.source_id = touched.source_id and ${isLeft('record')}
       and ($3::uuid[] is null or record.object_id = any($3::uuid[])))`,
    [jobId, revertId, chosen],
  );
  await transaction.query(
    `insert into action_job_records
       (job_id, target, record, tenant, source_id, operation, object_id, local, object_key)
     select $2, target, record, tenant, source_id, operation, object_id, local, object_key from action_job_records record
     where job_id = $1 and ${isLeft('record')} and ($3::uuid[] is null or record.object_id = any($3::uuid[]))`,
    [jobId, revertId, chosen],
  );
  await transaction.query(`update action_jobs set revert_job = $2 where job_id = $1`, [jobId, revertId]);
  await auditJob(transaction, owner, 'actionJob.revert', revertId, {
    ...{ reverts: jobId, operation },
    ...(objects && { targets: objects.length }),
    ...(approval !== undefined && { waitsForApproval: approval }),
  });
  return revertId;
}

/** @throws ServiceError BAD_REQUEST with the objects of which the job changed nothing, or nothing is left to undo */
async function refuseUnchanged(transaction: Database, jobId: string, objects: readonly string[]): Promise<void> {
  const rows = await transaction.query<{ object_id: string }>(
    `select distinct object_id from action_job_records record where job_id = $1 and ${isLeft('record')}`,
    [jobId],
  );
  const left = new Set(rows.map(row => row.object_id));
  const wrong = objects.filter(id => !left.has(id));
  if (wrong.length === 0) return;
  throw new ServiceError('BAD_REQUEST', `targets: the job left no change to undo on ${wrong.slice(0, 5).join(', ')}`, {
    details: { targets: wrong.slice(0, 200) },
  });
}

/** What a record showed before and after it was changed. */
export interface ChangedImages {
  readonly before: Image;
  readonly after: Image;
}

/** The images of a record of a job that changed it. */
export async function imagesOf(
  database: Database,
  jobId: string,
  { target, record }: { readonly target: number; readonly record: number },
): Promise<ChangedImages> {
  const [row] = await database.query<{ before: string; after: string }>(
    `select before_image as before, after_image as after from action_job_records
     where job_id = $1 and target = $2 and record = $3`,
    [jobId, target, record],
  );
  return { before: imageIn(row!.before), after: imageIn(row!.after) };
}

/**
 * What an account showed before the service disabled it: the before-image of the last job that did, unless that was reverted or
 * the account was enabled or activated since.
 */
export async function imageBeforeDisabling(
  database: Database,
  { tenant, sourceId, objectKey }: { readonly tenant: string; readonly sourceId: string; readonly objectKey: string },
): Promise<Image | undefined> {
  const [row] = await database.query<{ operation: string; image: string }>(
    `select record.operation, record.before_image as image from action_job_records record join action_jobs job using (job_id)
     where record.tenant = $1 and record.source_id = $2 and record.object_key = $3 and record.operation in ('DisableAccount', 'EnableAccount', 'ActivateAccount') and job.type = 'Change'
       and ${isLeft('record')}
     order by record.ended_at desc limit 1`,
    [tenant, sourceId, objectKey],
  );
  return row?.operation === 'DisableAccount' ? imageIn(row.image) : undefined;
}
