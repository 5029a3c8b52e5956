// An action job as the API shows it.
import type { ActionJob, DataSync } from '../../state/actions/jobs.ts';
import { revertRefusal } from '../../state/actions/reverts.ts';
import { globalIdOf } from '../../warehouse/global-id.ts';
import type { VersionCatalogue } from '../../warehouse/version/catalogue.ts';

export function viewJob(job: ActionJob, catalogue: VersionCatalogue): object {
  const isReverted = job.status === 'Reverted' || job.status === 'PartiallyReverted';
  const isBeingPrepared = job.status === 'Queued' && job.type === 'Change';
  return {
    id: job.job_id,
    type: job.type,
    operation: job.operation,
    status: job.status,
    requestedBy: job.principal_id,
    requestedByName: job.principal_name ?? undefined,
    startedAt: job.created_at,
    purpose: job.purpose ?? undefined,
    rollout: job.rollout ?? undefined,
    stopped: job.stop_reason ?? undefined,
    ...waitOf(job),
    acceptedVersion: job.accepted_version ?? undefined,
    completedAt: job.ended_at,
    about: aboutOf(job),
    targets: {
      ...{ total: isBeingPrepared ? 0 : job.total, succeeded: job.succeeded, failed: job.failed },
      unchanged: job.unchanged > 0 ? job.unchanged : undefined,
    },
    dataSync: { status: dataSyncOf(job, catalogue) },
    revert: { available: revertRefusal(job) === undefined, availableUntil: job.revertible_until },
    revertedBy: isReverted ? job.revert_job : null,
    reverts: job.reverts,
    ...(job.approval_reason !== null && {
      approval: {
        reason: job.approval_reason,
        by: job.is_proposal ? 'Person' : 'AnotherClient',
        until: job.approval_until ?? undefined,
        approvedBy: job.approved_by ?? undefined,
        approvedByName: job.approver_name ?? undefined,
      },
    }),
  };
}

/** Until when a job waits, and for what where that is known. When its window ends before, no further target is begun. */
function waitOf({ waits_until: next, budget_at: budgetAt, rollout }: ActionJob): object {
  if (next === null) return {};
  const { notBefore, notAfter, perHour } = rollout ?? {};
  const begin = notBefore === undefined ? 0 : Date.parse(notBefore);
  const isEarly = begin > Date.now();
  const until = isEarly ? new Date(begin) : (budgetAt ?? next);
  if (!isEarly && budgetAt === null) return { waitsUntil: until };
  const reason = isEarly ? 'its window begins then' : `its budget of ${perHour} an hour is used up`;
  const isTooLate = notAfter !== undefined && Date.parse(notAfter) <= until.getTime();
  return {
    waitsUntil: until,
    waitsFor: isTooLate ? `${reason}; its window ends before that, so the rest will not be done` : reason,
  };
}

/** What the job changes. A created group has no global id before the source has it, so it is called by its name. */
function aboutOf({ tenant, first_targets, first_local, touched_sources }: ActionJob): object {
  const { roleId, groupId, groupName } = JSON.parse(first_local ?? '{}') as Readonly<
    Record<string, string | undefined>
  >;
  const instance = touched_sources?.[0]?.application_instance_id;
  const container =
    instance === undefined
      ? undefined
      : roleId !== undefined
        ? globalIdOf(tenant, instance, 'Role', roleId)
        : groupId && globalIdOf(tenant, instance, 'UserGroup', groupId);
  return {
    sources: [...new Set(touched_sources?.map(({ source_id: id }) => id))],
    targets: groupName === undefined ? (first_targets ?? []) : [],
    container,
    groupName,
  };
}

/** A version that was published a moment ago may not be in service in this process yet: then its changes are not shown yet. */
export function dataSyncOf(
  { data_sync: status, shown_since: version }: ActionJob,
  catalogue: VersionCatalogue,
): DataSync {
  const isShown = version === null || version <= (catalogue.current()?.number ?? 0);
  return status === 'Completed' && !isShown ? 'InProgress' : status;
}
