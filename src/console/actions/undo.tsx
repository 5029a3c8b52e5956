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
  const [key] = useState(() => crypto.randomUUID());
  const undo = useMutation({
    mutationFn: () =>
      api.POST('/v1/action-jobs/{id}/revert', {
        params: { path: { id: job.id }, header: { 'Idempotency-Key': key } },
      }),
    onSuccess: ({ data }) => onStart(data!.jobId),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey });
      await client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  return (
    <div className={styles.confirm}>
      <Restored job={job} />
      <p className={styles.note}>What somebody else has changed since is left as it is.</p>
      <div className={styles.buttons}>
        <Button look="primary" disabled={undo.isPending} onClick={() => undo.mutate()}>
          Undo it
        </Button>
        <Button onClick={onClose}>Leave it as it is</Button>
      </div>
      {undo.isError && <ErrorPanel error={undo.error} what="It was not undone" />}
    </div>
  );
}

/** Per record: from what the job left to what was there before. */
function Restored({ job }: { readonly job: ActionJob }): ReactNode {
  const query = useInfiniteQuery({
    queryKey: ['action-job-changes', job.id],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { pageToken: pageParam };
      const params = { path: { id: job.id }, query };
      return (await api.GET('/v1/action-jobs/{id}/changes', { params, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
  const changes = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = useObjectNames(changes.map(({ target }) => target));
  const type = job.operation === 'CreateUserGroup' ? 'UserGroup' : 'Account';
  return (
    <QueryView query={query} awaited="what would be restored">
      {() => (
        <>
          <strong>Undoing restores</strong>
          <ul className={styles.confirm} aria-label="Restored">
            {changes.map(({ target, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: records have no id, and their order never changes
              <li key={index} className={styles.target}>
                <ObjectLink type={type} id={target} name={nameOf(target)} />
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
