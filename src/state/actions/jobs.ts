// Action jobs: what a client asked to change, and what came of it.

import { randomUUID } from 'node:crypto';
import type { ActionOperation } from '../../connector/actions.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { isUuid } from '../../uuid.ts';
import { insertsAudit, recordAudit } from '../audit.ts';
import type { RecordOwner } from '../clients/record-owner.ts';
import { recentMinutes } from '../run-list.ts';
import type { ActionStatus } from './job-status.ts';
import type { Rollout } from './rollout.ts';

/** For how many days a job can be reverted after it has ended. */
export const revertDays = 7;

export type DataSync = 'Pending' | 'InProgress' | 'Completed' | 'Failed';

export interface ActionJob {
  readonly job_id: string;
  /** Orders the jobs of a tenant. */
  readonly position: number;
  readonly tenant: string;
  readonly client_id: string;
  readonly principal_id: string;
  /** The name of the client or person that asked; null when state does not know it, for example of people of an outside issuer. */
  readonly principal_name: string | null;
  readonly type: 'Change' | 'Revert';
  readonly operation: ActionOperation;
  readonly status: ActionStatus;
  /** The job that this one reverts. */
  readonly reverts: string | null;
  /** The newest job that reverts this one. */
  readonly revert_job: string | null;
  /** Whether that job has not ended. */
  readonly is_being_reverted: boolean;
  readonly cancel_requested: boolean;
  /** Why the job waits for the approval of a second client; null: it needs none. */
  readonly approval_reason: string | null;
  /** A person who is signed in with a browser has to approve it; another client is not enough. */
  readonly is_proposal: boolean;
  /** The job is cancelled when nobody has approved it until then; null: a previous release accepted it, and it waits for ever. */
  readonly approval_until: Date | null;
  readonly approved_by: string | null;
  readonly approver_name: string | null;
  /** Why the client wants the change; null: it did not say. */
  readonly purpose: string | null;
  readonly rollout: Rollout | null;
  /** Why the service ended the job early; null: it did not. */
  readonly stop_reason: string | null;
  /** The version in service when the job was accepted. */
  readonly accepted_version: number | null;
  readonly created_at: Date;
  /** When a process next looks at what the job may do, while it waits for its window, its budget or its source. */
  readonly waits_until: Date | null;
  /** When fewer of its records than its budget ended within an hour; null: that is so now, or it has no budget. */
  readonly budget_at: Date | null;
  readonly ended_at: Date | null;
  /** Global ids of its first targets; of a revert, of those that it undoes. */
  readonly first_targets: readonly string[] | null;
  /** Local ids of the first target, as JSON: `ActionTargets` declares them for the operation. */
  readonly first_local: string | null;
  readonly touched_sources: readonly { readonly source_id: string; readonly application_instance_id: string }[] | null;
  /** Failed attempts since a record last ended. */
  readonly failures: number;
  /** Counts of records. */
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Records that succeeded because the source showed what was asked for already, so that nothing was changed. */
  readonly unchanged: number;
  /** Records that succeeded and were changed in the source, and that no revert has undone yet: what a revert undoes. */
  readonly changed: number;
  readonly data_sync: DataSync;
  /** The first version that shows all its changes, once `data_sync` is `Completed`; null when nothing was changed. */
  readonly shown_since: number | null;
  /** The end of the time within which it can be reverted; counted from its acceptance while it has not ended. */
  readonly revertible_until: Date;
  readonly window_open: boolean;
}

/** The jobs that a client may see. */
export interface ActionJobScope {
  readonly tenant: string;
  /** Only jobs all of whose sources are among these application instances; undefined: all. */
  readonly instances: readonly string[] | undefined;
}

export interface NewTarget {
  readonly sourceId: string;
  readonly applicationInstanceId: string;
  /** Global id that the results name. */
  readonly objectId: string;
  /** Local ids, as `ActionTargets` declares them for the operation. */
  readonly local: object;
}

/** A time that no job waits for. A job that needs approval is not due before it. */
const never = `timestamptz '9999-01-01'`;

/** Targets that a job names by itself; its results have all of them. */
const namedTargets = 3;

/** Every run that began after the source had confirmed a change, newest first. */
const laterRuns = `from sync_runs run where run.tenant = touched.tenant and run.source_id = touched.source_id
  and run.started_at >= touched.confirmed_at and not run.targeted order by position desc limit 1`;

/** SQL: the name of a client, or that of a person at the last sign-in. @param principal a column of the job */
const nameOf = (principal: string) => `coalesce(
    (select name from clients where clients.tenant = job.tenant and clients.client_id = job.${principal}),
    (select name from people where people.principal = job.${principal}))`;

/** SQL: the names of people that `nameOf` reads. */
const people = `with people as (
    select distinct on (principal) principal, name from browser_sessions where tenant = $1 order by principal, created_at desc
  )`;

/** SQL: a job that a scope allows. */
const isVisible = `($2::uuid[] is null or not exists (
    select from action_job_sources touched
    where touched.job_id = job.job_id and application_instance_id <> all($2::uuid[])))`;

/** SQL: when fewer of the records of a job than its budget ended within an hour. */
const budget = `select record.ended_at + interval '1 hour' as budget_at from action_job_records record
    where record.job_id = job.job_id and job.ended_at is null and job.rollout::json ->> 'perHour' is not null
      and record.ended_at > now() - interval '1 hour'
    order by record.ended_at desc offset coalesce((job.rollout::json ->> 'perHour')::int, 1) - 1 limit 1`;

const selected = `${people}
  select job_id, position::float8 as position, tenant, client_id, principal_id, type, operation, status, reverts,
    revert_job, exists (select from action_jobs undoing where undoing.job_id = job.revert_job and undoing.ended_at is null) as is_being_reverted,
    cancel_requested, approval_reason, is_proposal, approval_until, approved_by, created_at, ended_at, failures, records.*,
    purpose, rollout::json as rollout, stop_reason, accepted_version::float8 as accepted_version,
    case when ended_at is null and retry_at > now() and retry_at < ${never} then retry_at end as waits_until,
    (${budget}) as budget_at,
    ${nameOf('principal_id')} as principal_name, ${nameOf('approved_by')} as approver_name,
    coalesce(ended_at, created_at) + interval '${revertDays} days' as revertible_until,
    now() < coalesce(ended_at, created_at) + interval '${revertDays} days' as window_open,
    case
      when ended_at is null then 'Pending'
      when sync.unseen = 0 then 'Completed'
      when sync.failed > 0 then 'Failed'
      else 'InProgress'
    end as data_sync, sync.shown_since, named.first_targets, named.first_local, named.touched_sources
  from action_jobs job
  cross join lateral (
    select count(*)::int as total, (count(*) filter (where status = 'Succeeded'))::int as succeeded,
      (count(*) filter (where status = 'Failed'))::int as failed,
      (count(*) filter (where status = 'Succeeded' and after_image is null and pending is null))::int as unchanged,
      (count(after_image) filter (where status = 'Succeeded' and undone.target is null))::int as changed
    from action_job_records record left join (
      select distinct target, record from action_job_records restored join action_jobs undoing using (job_id)
      where job.revert_job is not null and undoing.reverts = job.job_id and restored.status = 'Succeeded'
    ) as undone using (target, record)
    where record.job_id = job.job_id
  ) as records
  cross join lateral (
    select count(*) filter (where version is null) as unseen, max(version)::float8 as shown_since,
      count(*) filter (where version is null and (select run.status ${laterRuns}) = 'Failed') as failed
    from action_job_sources touched where touched.job_id = job.job_id and confirmed_at is not null
  ) as sync
  cross join lateral (
    select
      case when job.reverts is null then (select array_agg(object_id::text order by target) from action_job_targets first
          where first.job_id = job.job_id and target < ${namedTargets})
        else (select array_agg(object_id order by target) from (
          select object_id::text as object_id, min(target) as target from action_job_records undone
          where undone.job_id = job.job_id group by object_id order by target limit ${namedTargets}
        ) as first) end as first_targets,
      (select local from action_job_targets first
        where first.job_id = coalesce(job.reverts, job.job_id) order by target limit 1) as first_local,
      (select jsonb_agg(jsonb_build_object('source_id', source_id, 'application_instance_id', application_instance_id)
          order by source_id) from action_job_sources touched where touched.job_id = job.job_id) as touched_sources
  ) as named
  where tenant = $1 and ${isVisible}`;

/** The name of a client, or that of a person at the last sign-in; undefined when state does not know it. */
export async function nameOfPrincipal(
  database: Database,
  tenant: string,
  principal: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ name: string | null }>(
    `${people} select ${nameOf('principal_id')} as name from (select $1::text as tenant, $2::text as principal_id) as job`,
    [tenant, principal],
  );
  return row!.name ?? undefined;
}

/** A job, without a check of who may see it. For the process that works on it. */
export async function findActionJob(database: Database, tenant: string, jobId: string): Promise<ActionJob | undefined> {
  const [job] = await database.query<ActionJob>(`${selected} and job_id = $3`, [tenant, null, jobId]);
  return job;
}

/** @throws ServiceError NOT_FOUND when the job does not exist or is not visible, or the id is not a UUID */
export async function getActionJob(
  database: Database,
  { tenant, instances }: ActionJobScope,
  jobId: string,
): Promise<ActionJob> {
  const [job] = isUuid(jobId)
    ? await database.query<ActionJob>(`${selected} and job_id = $3`, [tenant, instances ?? null, jobId])
    : [];
  if (!job) {
    const shown = JSON.stringify(jobId.slice(0, 60));
    throw new ServiceError('NOT_FOUND', `id: there is no action job ${shown}, or it is not visible to this client`);
  }
  return job;
}

/**
 * @param before the page begins after the job at this position; undefined: with the newest job
 * @param targetId global id of a target; undefined: jobs about anything
 */
export async function listActionJobs(
  database: Database,
  { tenant, instances }: ActionJobScope,
  pageSize: number,
  before: number | undefined,
  targetId: string | undefined,
): Promise<{ jobs: ActionJob[]; next: number | undefined }> {
  const rows = await database.query<ActionJob>(
    `${selected} and ($3::bigint is null or position < $3::bigint)
       and ($5::uuid is null or coalesce(job.reverts, job.job_id) in (select about.job_id from action_job_targets about where object_id = $5::uuid)
         and (job.reverts is null or exists (select from action_job_records undone
           where undone.job_id = job.job_id and (undone.object_id = $5::uuid or undone.target in (
             select target from action_job_targets about where about.job_id = job.reverts and object_id = $5::uuid)))))
     order by position desc limit $4`,
    [tenant, instances ?? null, before ?? null, pageSize + 1, targetId ?? null],
  );
  const jobs = rows.slice(0, pageSize);
  return { jobs, next: rows.length > pageSize ? jobs.at(-1)!.position : undefined };
}

/** A record that a job changed, and who asked for it. */
export interface ShownChange {
  readonly job_id: string;
  readonly principal_id: string;
  readonly principal_name: string | null;
  /** Global id of the account, or of the created group. */
  readonly object_id: string;
  readonly application_instance_id: string;
  /** Local ids as `ActionTargets` declares them, as JSON. */
  readonly local: string;
  /** What the source showed of an account before and after, as JSON; null for changes of roles and groups. */
  readonly before_image: string | null;
  readonly after_image: string | null;
}

/** Operations on an account itself: the source may take or give back its roles and groups too, which the images then show. */
const ofAccounts = `('DisableAccount', 'EnableAccount', 'ActivateAccount')`;

/** More of them are not looked at. */
const mostShownChanges = 10_000;

/** What jobs changed in sources and the versions after `since` up to `until` were the first to show; the newest job first. */
export async function listShownChanges(
  database: Database,
  { tenant, instances }: ActionJobScope,
  since: number,
  until: number,
): Promise<ShownChange[]> {
  return database.query<ShownChange>(
    `${people}
     select job_id, principal_id, ${nameOf('principal_id')} as principal_name, record.object_id, shown.application_instance_id, record.local,
       case when record.operation in ${ofAccounts} then record.before_image end as before_image,
       case when record.operation in ${ofAccounts} then record.after_image end as after_image
     from action_jobs job join action_job_sources shown using (job_id) join action_job_records record using (job_id, source_id)
     where job.tenant = $1 and ${isVisible} and shown.version > $3 and shown.version <= $4
       and record.status = 'Succeeded' and record.after_image is not null
     order by position desc limit ${mostShownChanges}`,
    [tenant, instances ?? null, since, until],
  );
}

/** A job with the application instances of all its sources. */
export interface RecentActionJob extends ActionJob {
  readonly instances: readonly string[];
}

/** The jobs of a tenant that have not ended, and those that ended a short time ago; the oldest first. */
export async function recentActionJobs(database: Database, tenant: string): Promise<RecentActionJob[]> {
  return database.query<RecentActionJob>(
    `select recent.*, array(
       select application_instance_id::text from action_job_sources touched where touched.job_id = recent.job_id
     ) as instances
     from (${selected} and (ended_at is null or ended_at > now() - interval '${recentMinutes} minutes')) as recent
     order by position`,
    [tenant, null],
  );
}

/** What a client says about a job besides its targets, and the version in service when it did. */
export interface JobTerms {
  /** Why a second client has to approve the job; undefined: it may start at once. */
  readonly approval?: string | undefined;
  /** How long it waits for the approval. */
  readonly approvalMs?: number | undefined;
  /** Its approval has to come from a person; see {@link ActionJob.is_proposal}. */
  readonly isProposal?: boolean | undefined;
  readonly purpose?: string | undefined;
  readonly rollout?: Rollout | undefined;
  readonly acceptedVersion?: number | undefined;
}

/** Accept a job, with its audit entry, in one statement. @returns its id */
export async function createActionJob(
  database: Database,
  owner: RecordOwner,
  operation: ActionOperation,
  targets: readonly NewTarget[],
  terms: JobTerms = {},
): Promise<string> {
  const jobId = randomUUID();
  const sources = new Map(targets.map(target => [target.sourceId, target.applicationInstanceId]));
  const details = {
    operation,
    targets: targets.length,
    ...(targets.length === 1 && { target: targets[0]!.objectId }),
    ...(terms.approval !== undefined && { waitsForApproval: terms.approval }),
    ...(terms.isProposal && { isProposal: true }),
    ...(terms.purpose !== undefined && { purpose: terms.purpose }),
    ...(terms.rollout !== undefined && { rollout: terms.rollout }),
  };
  await database.query(
    `with job as (${insertsJob} returning job_id, tenant),
     touched as (
       insert into action_job_sources (job_id, tenant, source_id, application_instance_id)
       select job_id, tenant, source_id, instance from job, unnest($14::text[], $15::uuid[]) as touched (source_id, instance)
     ), submitted as (
       insert into action_job_targets (job_id, target, source_id, object_id, local)
       select job_id, number - 1, source_id, object_id, local
       from job, unnest($16::text[], $17::uuid[], $18::text[]) with ordinality as submitted (source_id, object_id, local, number)
     ) ${insertsAudit('select tenant, $4, $19, job_id::text, $20, $21::jsonb from job')}`,
    [
      ...jobValues(owner, { jobId, type: 'Change', operation, reverts: null, ...terms }),
      [...sources.keys()],
      [...sources.values()],
      targets.map(target => target.sourceId),
      targets.map(target => target.objectId),
      targets.map(target => JSON.stringify(target.local)),
      'actionJob.create',
      'done',
      { client: owner.clientId, ...details },
    ],
  );
  return jobId;
}

interface NewJob extends JobTerms {
  readonly jobId: string;
  readonly type: ActionJob['type'];
  readonly operation: string;
  readonly reverts: string | null;
}

/** Its parameters are {@link jobValues}. */
const insertsJob = `insert into action_jobs
    (job_id, tenant, client_id, principal_id, type, operation, reverts, approval_reason, purpose, rollout, accepted_version, is_proposal,
     approval_until, retry_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    now() + $13::float8 * interval '1 millisecond', case when $8::text is not null then ${never} end)`;

function jobValues({ tenant, clientId, principalId }: RecordOwner, job: NewJob): (string | number | boolean | null)[] {
  const { jobId, type, operation, reverts, approval, purpose, rollout, acceptedVersion, isProposal = false } = job;
  const terms = [approval ?? null, purpose ?? null, rollout ? JSON.stringify(rollout) : null, acceptedVersion ?? null];
  const approvalMs = approval === undefined ? undefined : job.approvalMs;
  return [jobId, tenant, clientId, principalId, type, operation, reverts, ...terms, isProposal, approvalMs ?? null];
}

export async function insertJob(transaction: Database, owner: RecordOwner, job: NewJob): Promise<void> {
  await transaction.query(insertsJob, jobValues(owner, job));
}

export async function auditJob(
  database: Database,
  { tenant, clientId, principalId }: RecordOwner,
  action: string,
  jobId: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordAudit(database, {
    tenant,
    principal: principalId,
    action,
    target: jobId,
    outcome: 'done',
    details: { client: clientId, ...details },
  });
}

/** Jobs of a tenant that have not ended, oldest first. */
export async function openActionJobs(database: Database, tenant: string): Promise<string[]> {
  const rows = await database.query<{ job_id: string }>(
    `select job_id from action_jobs where tenant = $1 and ended_at is null order by position`,
    [tenant],
  );
  return rows.map(row => row.job_id);
}

export async function countOpenActionJobs(database: Database, tenant: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from action_jobs where tenant = $1 and ended_at is null`,
    [tenant],
  );
  return row!.count;
}

/**
 * A page of the targets that a job names, in order; of a revert, those of the job that it reverts, as far as it undoes them.
 * @param after number of the last target that is left out; -1 for the first page
 */
export async function listTargets(
  database: Database,
  { job_id, reverts }: Pick<ActionJob, 'job_id' | 'reverts'>,
  pageSize: number,
  after: number,
): Promise<{ targets: { object_id: string }[]; total: number; next: number | undefined }> {
  // A revert has records of its own, and names the targets of the other job that these belong to.
  const named = `from action_job_targets named where named.job_id = $1 and ($2::uuid is null
    or exists (select from action_job_records record where record.job_id = $2 and record.target = named.target))`;
  const of = reverts === null ? [job_id, null] : [reverts, job_id];
  const [rows, [counted]] = await Promise.all([
    database.query<{ target: number; object_id: string }>(
      `select target, object_id::text as object_id ${named} and target > $3::int order by target limit $4`,
      [...of, after, pageSize + 1],
    ),
    database.query<{ total: number }>(`select count(*)::int as total ${named}`, of),
  ]);
  const targets = rows.slice(0, pageSize);
  return { targets, total: counted!.total, next: rows.length > pageSize ? targets.at(-1)!.target : undefined };
}

/** The targets of a job, in order. */
export function targetsOfJob(database: Database, jobId: string): Promise<{ source_id: string; object_id: string }[]> {
  return database.query(
    `select source_id, object_id::text as object_id from action_job_targets where job_id = $1 order by target`,
    [jobId],
  );
}

/**
 * How many targets of a source were accepted in the last hour, or approved where a job needs it. Locks the source: other transactions that
 * count wait for this one.
 * @param exceptJobId a job that does not count
 */
export async function lockAndCountTargets(
  transaction: Database,
  tenant: string,
  sourceId: string,
  exceptJobId?: string,
): Promise<number> {
  await transaction.query(`select 1 from sources where tenant = $1 and source_id = $2 for update`, [tenant, sourceId]);
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from action_jobs join action_job_targets target using (job_id)
     where tenant = $1 and target.source_id = $2 and type = 'Change' and job_id is distinct from $3
       and coalesce(approved_at, created_at) > now() - interval '1 hour'`,
    [tenant, sourceId, exceptJobId ?? null],
  );
  return row!.count;
}
