// A sync run, and what it has read of one type, as the API shows them.
import type { SyncRead } from '../../state/reads.ts';
import type { ListedRun } from '../../state/run-list.ts';
import { type RunRequests, tightestLimit } from '../../state/run-requests.ts';
import { statusOf } from '../../state/runs.ts';

export function viewRun(run: ListedRun): object {
  return {
    id: run.run_id,
    sourceId: run.source_id,
    applicationInstanceId: run.application_instance_id,
    connector: run.connector,
    status: statusOf(run),
    cause: run.cause,
    targeted: run.targeted,
    pushId: run.push_id ?? undefined,
    dueAt: run.due_at ?? undefined,
    queuedAt: run.queued_at,
    startedAt: run.started_at ?? undefined,
    endedAt: run.ended_at ?? undefined,
    retryAt: run.retry_at ?? undefined,
    error: run.error ?? undefined,
    rows: run.rows,
    rejected: run.rejected,
    kept: run.kept ?? undefined,
    unchanged: run.unchanged ?? undefined,
    requests: run.requests ? viewRequests(run.requests) : undefined,
    expectedEndAt: run.expected_end ?? undefined,
    heldBack: run.held_back?.map(({ message }) => message),
  };
}

function viewRequests({ sent, limits }: RunRequests): object {
  // Rows of development versions have no limits.
  const tightest = tightestLimit(limits ?? []);
  if (!tightest) return { sent };
  const { origin: _, ...limit } = tightest;
  return { sent, limit };
}

export function viewRead({ type, status, rows, duplicates, rejected, kept, unchanged, gaps, error }: SyncRead): object {
  return {
    ...{ type, status, rows, duplicates, rejected },
    gaps: gaps.map(({ reason, subject, message, missing }) => ({ reason, subject, message, missing })),
    kept: kept ?? undefined,
    unchanged: unchanged ?? undefined,
    error: error ?? undefined,
  };
}
