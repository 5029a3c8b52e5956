// The revert of a job: what it restores, until when it is possible, and the job that does it.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';
import { jobQuery, jobsKey } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Time } from '../components/text/time.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { useObjectNames } from '../objects/object-names.ts';
import { may } from '../session/session.ts';
import styles from './actions.module.css';
import { ImageChange } from './image.tsx';

type ActionJob = Schemas['ActionJob'];

interface UndoProps {
  readonly job: ActionJob;
  /** The revert job is accepted. */
  readonly onStart: (revertId: string) => void;
}

/** Offers the revert while it is possible. */
export function Undo({ job, onStart }: UndoProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  if (!job.revert.available) return null;
  return (
    <section aria-label="Undo" className={styles.undo}>
      <p>
        It can be undone until <Time at={job.revert.availableUntil} />.
      </p>
      {!may('write') ? null : isAsked ? (
        <UndoQuestion job={job} onStart={onStart} onClose={() => setAsked(false)} />
      ) : (
        <Button onClick={() => setAsked(true)}>Undo …</Button>
      )}
    </section>
  );
}

function UndoQuestion({ job, onStart, onClose }: UndoProps & { readonly onClose: () => void }): ReactNode {
  const client = useQueryClient();
  // Another selection is another request.
  const [{ key, picked }, setAsked] = useState(() => ({ key: crypto.randomUUID(), picked: [] as readonly string[] }));
  const toggle = (target: string) => {
    const next = picked.includes(target) ? picked.filter(each => each !== target) : [...picked, target];
    setAsked({ key: crypto.randomUUID(), picked: next });
  };
  const undo = useMutation({
    mutationFn: () =>
      api.POST('/v1/action-jobs/{id}/revert', {
        params: { path: { id: job.id }, header: { 'Idempotency-Key': key } },
        ...(picked.length > 0 && { body: { targets: [...picked] } }),
      }),
    onSuccess: ({ data }) => onStart(data!.jobId),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey });
      await client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  return (
    <div className={styles.confirm} data-in-order>
      <Restored job={job} picked={picked} onToggle={toggle} />
      <p className={styles.note}>What somebody else has changed since is left as it is.</p>
      {job.approval && (
        <p className={styles.note}>Undoing as many at once waits for a second person, as the change did.</p>
      )}
      <div className={styles.buttons}>
        <Button look="primary" disabled={undo.isPending} onClick={() => undo.mutate()}>
          {picked.length > 0
            ? `Undo ${picked.length.toLocaleString()} of them`
            : job.targets.total > 1
              ? undoAll(job)
              : 'Undo it'}
        </Button>
        <Button onClick={onClose}>Leave it as it is</Button>
      </div>
      {undo.isError && <ErrorPanel error={undo.error} what="It was not undone" />}
    </div>
  );
}

const isUndoneInPart = (job: ActionJob) => job.status === 'PartiallyReverted';

const undoAll = (job: ActionJob) =>
  isUndoneInPart(job) ? 'Undo what is left' : `Undo all ${job.targets.total.toLocaleString()}`;

/** How many of the changes are undone. */
function extent(job: ActionJob, picked: number): string {
  const total = job.targets.total.toLocaleString();
  if (picked > 0)
    return `Only the ${picked.toLocaleString()} ticked of ${total} ${picked === 1 ? 'is' : 'are'} undone.`;
  const all = isUndoneInPart(job) ? 'all that are left' : `all ${total}`;
  return `Nothing is ticked: ${all} are undone. Tick some to undo these only.`;
}

interface RestoredProps {
  readonly job: ActionJob;
  /** Targets that alone are undone; empty: all. */
  readonly picked: readonly string[];
  /** Absent where nothing can be picked: only what is picked is listed. */
  readonly onToggle?: (target: string) => void;
}

/** Per record that is left to undo: from what the job left to what was there before. Of several, some can be picked. */
export function Restored({ job, picked, onToggle }: RestoredProps): ReactNode {
  const query = useInfiniteQuery({
    queryKey: ['action-job-changes', job.id, job.revertedBy],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { pageToken: pageParam };
      const params = { path: { id: job.id }, query };
      return (await api.GET('/v1/action-jobs/{id}/changes', { params, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
  const isListed = ({ target, undone }: { readonly target: string; readonly undone: boolean }) =>
    !undone && (onToggle !== undefined || picked.length === 0 || picked.includes(target));
  const changes = query.data?.pages.flatMap(({ items }) => items.filter(isListed)) ?? [];
  const canPick = onToggle !== undefined && job.targets.total > 1;
  const nameOf = useObjectNames(changes.map(({ target }) => target));
  const type = job.operation === 'CreateUserGroup' ? 'UserGroup' : 'Account';
  return (
    <QueryView query={query} awaited="what would be restored">
      {() => (
        <>
          <strong>Undoing restores</strong>
          {canPick && <p className={styles.note}>{extent(job, picked.length)}</p>}
          <ul className={styles.confirm} aria-label="Restored">
            {changes.map(({ target, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: records have no id, and their order never changes
              <li key={index} className={styles.target}>
                <span>
                  {canPick && (
                    <input
                      type="checkbox"
                      aria-label={`Undo only ${nameOf(target) ?? target}`}
                      checked={picked.includes(target)}
                      onChange={() => onToggle(target)}
                    />
                  )}{' '}
                  <ObjectLink type={type} id={target} name={nameOf(target)} />
                </span>
                <ImageChange from={after} to={before} />
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              More of it
            </Button>
          )}
        </>
      )}
    </QueryView>
  );
}
