// The jobs, newest first, with their progress as it happens.
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { JobStatus } from '../../actions/job-view.tsx';
import { jobTitle, requesterOf } from '../../actions/operations.ts';
import { api } from '../../api/api.ts';
import { jobsKey, pollMs, useLive } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';

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
  const jobs = query.data?.pages.flatMap(({ items }) => items) ?? [];
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
              The page of an account, role or group offers what its source allows.
            </EmptyState>
          ) : (
            <DataTable label="Jobs" columns={columns} rows={jobs} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
    </Page>
  );
}

const columns: readonly DataColumn<ActionJob>[] = [
  {
    id: 'job',
    header: 'job',
    width: 200,
    cell: job => (
      <Link to="/jobs/$id" params={{ id: job.id }}>
        {jobTitle(job)}
      </Link>
    ),
    sortBy: jobTitle,
  },
  {
    id: 'status',
    header: 'status',
    width: 150,
    cell: ({ status }) => <JobStatus status={status} />,
    sortBy: ({ status }) => status,
  },
  {
    id: 'by',
    header: 'by',
    width: 150,
    cell: job => <Text line>{requesterOf(job)}</Text>,
    sortBy: requesterOf,
  },
  {
    id: 'started',
    header: 'asked for',
    width: 190,
    cell: ({ startedAt }) => <Time at={startedAt} />,
    sortBy: ({ startedAt }) => startedAt,
  },
  {
    id: 'targets',
    header: 'targets',
    width: 90,
    align: 'end',
    cell: ({ targets }) => <Count>{targets.total}</Count>,
    sortBy: ({ targets }) => targets.total,
  },
  {
    id: 'done',
    header: 'done',
    width: 90,
    align: 'end',
    cell: ({ targets }) => <Count>{targets.succeeded}</Count>,
    sortBy: ({ targets }) => targets.succeeded,
  },
  {
    id: 'failed',
    header: 'failed',
    width: 90,
    align: 'end',
    cell: ({ targets }) => <Count>{targets.failed}</Count>,
    sortBy: ({ targets }) => targets.failed,
  },
  {
    id: 'undo',
    header: 'undo until',
    width: 190,
    cell: ({ revert }) => revert.available && <Time at={revert.availableUntil} />,
    sortBy: ({ revert }) => (revert.available ? revert.availableUntil : undefined),
  },
];
