// For who approves a job: what it would do to each of its targets, as the sources are now.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';
import { jobQuery } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { formatCount } from '../components/text/number.tsx';
import { useObjectNames } from '../objects/object-names.ts';
import styles from './actions.module.css';
import { useChangePreview } from './change-preview.ts';
import type { Change } from './operations.ts';
import { PreviewView } from './preview-view.tsx';
import { Restored } from './undo.tsx';

type ActionJob = Schemas['ActionJob'];

/** A preview asks the source about each target, so it shows a few at a time. */
const shownTargets = 10;

/** The change that a job asks for, of some of its targets; undefined where it cannot be previewed. */
function changeOfJob(
  { operation, about: { container } }: ActionJob,
  accountIds: readonly string[],
): Change | undefined {
  if (operation === undefined || accountIds.length === 0) return undefined;
  if (operation === 'DisableAccount' || operation === 'EnableAccount' || operation === 'ActivateAccount')
    return { operation, accountIds };
  if (operation === 'CreateUserGroup' || container === undefined) return undefined;
  return { operation, containerId: container, accountIds };
}

/** Read on request: a preview asks the source. */
export function WaitingPreview({ job }: { readonly job: ActionJob }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isUndo = job.reverts !== null;
  if (!isUndo && !changeOfJob(job, job.about.targets)) return null;
  if (isOpen) return isUndo ? <UndoPreview job={job} /> : <JobPreview job={job} />;
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setOpen(true)}>See what would happen</Button>
    </div>
  );
}

/** The most targets of a page. A job has at most 1,000. */
const mostOfPage = 200;

/** What an undo would restore: of the targets that it names, what the other job left and what was there before. */
function UndoPreview({ job }: { readonly job: ActionJob }): ReactNode {
  const undone = useQuery(jobQuery(job.reverts!));
  const targets = useQuery({
    queryKey: ['action-job-targets', job.id, 'all'],
    queryFn: async ({ signal }) => {
      const found: string[] = [];
      for (let pageToken: string | undefined; ; ) {
        const query = { pageSize: mostOfPage, ...(pageToken !== undefined && { pageToken }) };
        const params = { path: { id: job.id }, query };
        const { data } = await api.GET('/v1/action-jobs/{id}/targets', { params, signal });
        found.push(...data!.items.map(({ target }) => target));
        pageToken = data!.nextPageToken;
        if (pageToken === undefined) return found;
      }
    },
  });
  return (
    <section aria-label="What would happen" className={styles.part}>
      <QueryView query={undone} awaited="the job that is undone">
        {original => (
          <QueryView query={targets} awaited="the accounts of the job">
            {/* What an undo does with a group that was created has one record. */}
            {picked => <Restored job={original} picked={job.operation === 'CreateUserGroup' ? [] : picked} />}
          </QueryView>
        )}
      </QueryView>
      <p className={styles.note}>What somebody else has changed since is left as it is.</p>
    </section>
  );
}

function JobPreview({ job }: { readonly job: ActionJob }): ReactNode {
  const [index, setIndex] = useState(0);
  const targets = useInfiniteQuery({
    queryKey: ['action-job-targets', job.id],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize: shownTargets, ...(pageParam !== undefined && { pageToken: pageParam }) };
      return (await api.GET('/v1/action-jobs/{id}/targets', { params: { path: { id: job.id }, query }, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
  const next = () => {
    setIndex(index + 1);
    if (index + 1 === targets.data?.pages.length) void targets.fetchNextPage();
  };
  return (
    <QueryView query={targets} awaited="the accounts of the job">
      {({ pages }) => (
        <section aria-label="What would happen" className={styles.part}>
          <Place index={index} total={pages[0]!.total} onBack={() => setIndex(index - 1)} onNext={next} />
          <TargetPage job={job} accountIds={pages[index]?.items.map(({ target }) => target)} />
        </section>
      )}
    </QueryView>
  );
}

interface PlaceProps {
  readonly index: number;
  readonly total: number;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Which of the accounts are previewed, and the way to the others. */
function Place({ index, total, onBack, onNext }: PlaceProps): ReactNode {
  if (total === 1) return null;
  const first = index * shownTargets;
  const last = Math.min(first + shownTargets, total);
  return (
    <div className={styles.buttons}>
      <p role="status">
        Accounts {formatCount(first + 1)} to {formatCount(last)} of {formatCount(total)}
      </p>
      {total > shownTargets && (
        <>
          <Button disabled={index === 0} onClick={onBack}>
            Previous
          </Button>
          <Button disabled={last === total} onClick={onNext}>
            Next
          </Button>
        </>
      )}
    </div>
  );
}

/** @param accountIds undefined while they are read */
function TargetPage({
  job,
  accountIds = [],
}: {
  readonly job: ActionJob;
  readonly accountIds: readonly string[] | undefined;
}): ReactNode {
  const preview = useChangePreview(changeOfJob(job, accountIds));
  const nameOf = useObjectNames(accountIds);
  return (
    <QueryView query={preview} awaited="the preview from the source">
      {({ approval: _said, ...data }) => (
        <PreviewView
          preview={data}
          nameOf={nameOf}
          onAgain={preview.isFetching ? undefined : () => void preview.refetch()}
        />
      )}
    </QueryView>
  );
}
