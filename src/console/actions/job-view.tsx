// One job: its progress, its results, and what can be done about it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';
import { jobQuery, jobsKey, noteShown, pollMs, useLive } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';
import { formatMoment, Time } from '../components/text/time.tsx';
import { useSourceAlerts } from '../objects/source-alerts.ts';
import { currentSession, may } from '../session/session.ts';
import styles from './actions.module.css';
import { Evidence } from './evidence.tsx';
import { JobResults } from './job-results.tsx';
import { dataNoteOf, progressWords, rolloutWords, withLocalTimes } from './job-words.ts';
import { requesterOf } from './operations.ts';
import { Undo } from './undo.tsx';
import { WaitingPreview } from './waiting-preview.tsx';

type ActionJob = Schemas['ActionJob'];

/** @param id id of the job */
export function JobView({ id }: { readonly id: string }): ReactNode {
  useLive();
  const query = useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : pollMs),
  });
  useShown(query.data);
  return (
    <QueryView
      query={query}
      awaited="the job"
      missing={
        <EmptyState title="There is no job at this address">
          It was never asked for, or you may not see it. <Link to="/jobs">All jobs</Link>
        </EmptyState>
      }
    >
      {job => <KnownJob job={job} />}
    </QueryView>
  );
}

/** What was read before the job is read again when a version shows what the job did, also by the pages behind this one. */
function useShown(job: ActionJob | undefined): void {
  const client = useQueryClient();
  const status = job?.dataSync.status;
  const former = useRef(status);
  useEffect(() => {
    if (former.current !== undefined && former.current !== status && status === 'Completed') noteShown(client);
    former.current = status;
  }, [status, client]);
}

const isSettled = ({ completedAt, dataSync }: ActionJob) =>
  completedAt !== null && dataSync.status !== 'Pending' && dataSync.status !== 'InProgress';

function KnownJob({ job }: { readonly job: ActionJob }): ReactNode {
  const [undoId, setUndoId] = useState<string | undefined>();
  const isUndoing = useStartedUndo(job, undoId);
  return (
    <div className={styles.part} data-in-order>
      <Progress job={job} />
      <Guard job={job} />
      {job.approval && <Approval job={job} />}
      <JobLinks job={job} />
      {isWaiting(job) && may('write') && <WaitingPreview job={job} />}
      {may('write') && <JobButtons job={job} />}
      <JobResults job={job} />
      {job.completedAt !== null && <Evidence of="action-jobs" id={job.id} />}
      {undoId !== undefined && (
        <section aria-label="Undo" className={styles.undo}>
          <strong>{isUndoing ? 'Undoing' : 'The undo'}</strong>
          <JobView id={undoId} />
        </section>
      )}
      {!isUndoing && <Undo key={undoId} job={job} onStart={setUndoId} />}
    </div>
  );
}

/** Whether the undo that was started here goes on. When it has ended, the job is read again, because it may have more to undo. */
function useStartedUndo(job: ActionJob, undoId: string | undefined): boolean {
  const client = useQueryClient();
  const { data: undo } = useQuery({ ...jobQuery(undoId ?? ''), enabled: undoId !== undefined });
  const hasEnded = typeof undo?.completedAt === 'string';
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey });
  }, [client, hasEnded, job.id]);
  return undoId !== undefined && !hasEnded;
}

/** Why the change is made, how the job goes about it, and why it waits or stopped. */
function Guard({ job }: { readonly job: ActionJob }): ReactNode {
  const { purpose, rollout, stopped, waitsUntil, waitsFor } = job;
  const parts = rollout && rolloutWords(rollout, formatMoment);
  return (
    <>
      {purpose !== undefined && (
        <p>
          Purpose: <Text>{purpose}</Text>
        </p>
      )}
      {purpose === undefined && isWaiting(job) && (
        <p>
          <Text>{requesterOf(job)}</Text> did not say why.
        </p>
      )}
      {parts && parts.length > 0 && <p className={styles.note}>{parts.join('; ')}.</p>}
      {stopped !== undefined && (
        <p>
          <Tag tone="warning">stopped</Tag> <Text>{withLocalTimes(stopped, formatMoment)}</Text>
        </p>
      )}
      {waitsUntil !== undefined && (
        <p>
          It waits until <Time at={waitsUntil} />
          {waitsFor !== undefined && (
            <>
              : <Text>{waitsFor}</Text>
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

function Approval({ job }: { readonly job: ActionJob }): ReactNode {
  const { reason: guard, by, until, approvedBy, approvedByName = approvedBy } = job.approval!;
  // The service has one sentence for every proposal. It does not say who proposes it.
  const reason = by === 'Person' ? `${requesterOf(job)} proposed it` : guard;
  if (isWaiting(job)) {
    return (
      <p>
        Somebody other than <Text>{requesterOf(job)}</Text> has to approve it: <Text>{reason}</Text>
        {until !== undefined && (
          <>
            . It is cancelled when nobody does until <Time at={until} />
          </>
        )}
        .
      </p>
    );
  }
  return (
    <p>
      <Tag tone={approvedBy === undefined ? 'neutral' : 'good'}>
        {approvedBy === undefined ? 'not approved' : 'approved'}
      </Tag>{' '}
      {approvedByName !== undefined && (
        <>
          by <Text>{approvedByName}</Text>:{' '}
        </>
      )}
      <Text>{reason}</Text>
    </p>
  );
}

function Progress({ job }: { readonly job: ActionJob }): ReactNode {
  const { total, succeeded, failed } = job.targets;
  return (
    <div role="status" className={styles.confirm}>
      <p>
        <JobStatus job={job} /> {total > 0 && progressWords(job.targets, ' done')}
      </p>
      {job.completedAt === null && !isWaiting(job) && (
        <progress
          className={styles.progress}
          aria-label="Targets that are done"
          {...(total > 0 && { max: total, value: succeeded + failed })}
        />
      )}
      {job.completedAt !== null && <DataNote job={job} />}
    </div>
  );
}

/** Whether pages show what the job did, or why not. */
function DataNote({ job }: { readonly job: ActionJob }): ReactNode {
  const { alerts } = useSourceAlerts();
  const heldBack = alerts.find(({ sourceId, is }) => is === 'held back' && job.about.sources.includes(sourceId));
  const note = dataNoteOf(job);
  if (note === undefined) return null;
  if (heldBack && !isSettled(job)) {
    return (
      <p>
        The newest data of{' '}
        <Link to="/sources/$sourceId" params={{ sourceId: heldBack.sourceId }}>
          <Text>{heldBack.sourceId}</Text>
        </Link>{' '}
        look broken and are held back. These pages show the change when the data are accepted there, or when the source
        has been read again without the loss.
      </p>
    );
  }
  return <p className={styles.note}>{note}</p>;
}

const tones: Readonly<Record<ActionJob['status'], Tone>> = {
  Queued: 'neutral',
  Running: 'info',
  Completed: 'good',
  PartiallyCompleted: 'warning',
  Failed: 'bad',
  Cancelled: 'neutral',
  Reverted: 'neutral',
  PartiallyReverted: 'warning',
};

const statusWords: Readonly<Record<ActionJob['status'], string>> = {
  Queued: 'queued',
  Running: 'running',
  Completed: 'completed',
  PartiallyCompleted: 'partially completed',
  Failed: 'failed',
  Cancelled: 'cancelled',
  Reverted: 'undone',
  PartiallyReverted: 'partially undone',
};

/** Whether somebody has to approve the job before anything is changed. */
export const isWaiting = ({ status, approval }: ActionJob) =>
  status === 'Queued' && approval !== undefined && approval.approvedBy === undefined;

export const jobStatusWords = (job: ActionJob): string =>
  isWaiting(job) ? 'waits for approval' : statusWords[job.status];

export function JobStatus({ job }: { readonly job: ActionJob }): ReactNode {
  return <Tag tone={isWaiting(job) ? 'warning' : tones[job.status]}>{jobStatusWords(job)}</Tag>;
}

function JobLinks({ job: { reverts, revertedBy } }: { readonly job: ActionJob }): ReactNode {
  return (
    <>
      {reverts !== null && (
        <p>
          It undoes{' '}
          <Link to="/jobs/$id" params={{ id: reverts }}>
            another job
          </Link>
          .
        </p>
      )}
      {revertedBy !== null && (
        <p>
          <Link to="/jobs/$id" params={{ id: revertedBy }}>
            The job that undid it
          </Link>
        </p>
      )}
    </>
  );
}

/** Why this session cannot approve a job that waits; undefined: it can, as far as the console knows. The service has the last word. */
function approvalRefusal({ requestedBy, approval }: ActionJob): string | undefined {
  const session = currentSession();
  if (requestedBy === session?.principal) return 'You asked for it, so it waits for another person.';
  if (approval?.by === 'Person' && session && 'token' in session.by)
    return 'It waits for a person who is signed in without a token.';
  return undefined;
}

/** Cancel and approve. */
function JobButtons({ job }: { readonly job: ActionJob }): ReactNode {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const mutation = useMutation({
    mutationFn: (path: '/v1/action-jobs/{id}/cancel' | '/v1/action-jobs/{id}/stop' | '/v1/action-jobs/{id}/approve') =>
      api.POST(path, { params: { path: { id: job.id }, header: { 'Idempotency-Key': `${key}${path.slice(-7)}` } } }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey });
      await client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  if (job.completedAt !== null) return null;
  const refusal = isWaiting(job) ? approvalRefusal(job) : undefined;
  return (
    <>
      {refusal !== undefined && <p className={styles.note}>{refusal}</p>}
      <div className={styles.buttons}>
        {isWaiting(job) && refusal === undefined && (
          <Button
            look="primary"
            disabled={mutation.isPending}
            onClick={() => mutation.mutate('/v1/action-jobs/{id}/approve')}
          >
            Approve
          </Button>
        )}
        {job.status === 'Running' ? (
          <Button disabled={mutation.isPending} onClick={() => mutation.mutate('/v1/action-jobs/{id}/stop')}>
            Stop the job
          </Button>
        ) : (
          <Button disabled={mutation.isPending} onClick={() => mutation.mutate('/v1/action-jobs/{id}/cancel')}>
            Cancel the job
          </Button>
        )}
      </div>
      {mutation.isError && <ErrorPanel error={mutation.error} what="That was not done" />}
    </>
  );
}
