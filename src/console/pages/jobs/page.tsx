// The jobs, newest first, with their progress as it happens.
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { undoneAt, useJobSentences } from '../../actions/job-sentence.ts';
import { JobStatus, jobStatusWords } from '../../actions/job-view.tsx';
import { progressWords } from '../../actions/job-words.ts';
import { operationWords } from '../../actions/operations.ts';
import { api } from '../../api/api.ts';
import { jobsKey, pollMs, useLive } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Page } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import styles from './jobs.module.css';
import { type JobsSearch, jobsSearch } from './jobs-search.ts';

export const page = createLazyRoute('/jobs')({ component: JobsPage });

type ActionJob = Schemas['ActionJob'];
const pageSize = 200;

function JobsPage(): ReactNode {
  useLive();
  const query = useInfiniteQuery({
    queryKey: jobsKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize, ...(pageParam !== undefined && { pageToken: pageParam }) };
      return (await api.GET('/v1/action-jobs', { params: { query }, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ completedAt }) => completedAt === null)) ? pollMs : false,
  });
  const search = useSearch({ from: '/jobs', select: jobsSearch });
  const jobs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const sentenceOf = useJobSentences(jobs);
  const shown = jobs.filter(job => fits(job, sentenceOf(job), search));
  return (
    <Page
      title="Jobs"
      about="Requested changes of sources, their results, and until when they can be undone."
      height="whole"
      actions={
        query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Read more
          </Button>
        )
      }
    >
      <QueryView query={query} awaited="the jobs">
        {() =>
          jobs.length === 0 ? (
            <EmptyState title="Nothing has been changed from here">
              The page of an account, role or group offers what its source allows. <Link to="/fix">Fix</Link> changes
              many accounts at once.
            </EmptyState>
          ) : (
            <>
              <Filters search={search} />
              {shown.length === 0 ? (
                <EmptyState title="No job fits the filters">
                  {query.hasNextPage ? 'Older jobs are not read yet.' : 'Choose another kind or name.'}
                </EmptyState>
              ) : (
                <DataTable
                  label="Jobs"
                  columns={columnsOf(jobs, sentenceOf)}
                  rows={shown}
                  keyOf={({ id }) => id}
                  hasMore={query.hasNextPage}
                />
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function fits(job: ActionJob, sentence: string, { name = '', kind }: JobsSearch): boolean {
  const isOfKind = kind === undefined || (kind === 'Revert' ? job.type === 'Revert' : job.operation === kind);
  return isOfKind && sentence.toLowerCase().includes(name.toLowerCase());
}

function Filters({ search }: { readonly search: JobsSearch }): ReactNode {
  const navigate = useNavigate({ from: '/jobs' });
  const set = (next: JobsSearch) => void navigate({ search: jobsSearch({ ...next }), replace: true });
  return (
    <div className={styles.filters}>
      <input
        type="search"
        aria-label="Name"
        placeholder="Account, source or who"
        value={search.name ?? ''}
        onChange={({ target }) => set({ ...search, name: target.value })}
      />
      <select
        aria-label="Kind"
        value={search.kind ?? ''}
        onChange={({ target }) => set(jobsSearch({ ...search, kind: target.value }))}
      >
        <option value="">Every kind</option>
        {Object.entries(operationWords).map(([operation, { label }]) => (
          <option key={operation} value={operation}>
            {label}
          </option>
        ))}
        <option value="Revert">Undo</option>
      </select>
    </div>
  );
}

function Progress({ targets }: Pick<ActionJob, 'targets'>): ReactNode {
  // They are counted when the job begins.
  if (targets.total === 0) return null;
  return (
    <>
      {progressWords({ ...targets, failed: 0 })}{' '}
      {targets.failed > 0 && <Tag tone="bad">{targets.failed.toLocaleString()} failed</Tag>}
    </>
  );
}

const columnsOf = (
  jobs: readonly ActionJob[],
  sentenceOf: (job: ActionJob) => string,
): readonly DataColumn<ActionJob>[] => {
  const wordsOf = (job: ActionJob) => [sentenceOf(job), undoneAt(job, jobs)].filter(Boolean).join(', ');
  return [
    {
      id: 'job',
      isKey: true,
      header: 'what',
      fields: ['ActionJob.operation', 'ActionJob.about'],
      width: 420,
      cell: job => (
        <Link to="/jobs/$id" params={{ id: job.id }}>
          <Text line>{wordsOf(job)}</Text>
        </Link>
      ),
      sortBy: sentenceOf,
      csv: wordsOf,
    },
    {
      id: 'status',
      header: 'status',
      fields: ['ActionJob.status'],
      width: 150,
      cell: job => <JobStatus job={job} />,
      sortBy: ({ status }) => status,
      csv: jobStatusWords,
    },
    {
      id: 'started',
      header: 'when',
      fields: ['ActionJob.startedAt'],
      width: 190,
      cell: ({ startedAt }) => <Time at={startedAt} />,
      sortBy: ({ startedAt }) => startedAt,
    },
    {
      id: 'done',
      header: 'done',
      fields: ['ActionJob.targets'],
      about: 'Targets that are changed, of all targets, and those that needed no change or failed',
      width: jobs.some(({ targets }) => targets.unchanged !== undefined) ? 220 : 90,
      align: 'end',
      cell: ({ targets }) => <Progress targets={targets} />,
      sortBy: ({ targets }) => targets.succeeded,
      csv: ({ targets }) => (targets.total === 0 ? undefined : progressWords(targets)),
    },
    {
      id: 'undo',
      header: 'undo ends',
      fields: ['ActionJob.revert.availableUntil'],
      about: 'When the change can no longer be undone',
      width: 120,
      cell: ({ revert }) => revert.available && <Time at={revert.availableUntil} age />,
      sortBy: ({ revert }) => (revert.available ? revert.availableUntil : undefined),
    },
  ];
};
