import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/api.ts';
import { pollMs, runsKey } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { RunStatus, runWords, type Source, type SyncRun } from '../../objects/source-state.tsx';

const pageSize = 50;

export function Runs({ source: { applicationInstanceId } }: { readonly source: Source }): ReactNode {
  const query = useInfiniteQuery({
    queryKey: [...runsKey, applicationInstanceId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize, applicationInstanceId, ...(pageParam !== undefined && { pageToken: pageParam }) };
      return (await api.GET('/v1/sync-runs', { params: { query }, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ endedAt }) => endedAt === undefined)) ? pollMs : false,
  });
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel
      title="Runs"
      actions={
        query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Read more
          </Button>
        )
      }
    >
      <QueryView query={query} awaited="the runs">
        {() =>
          runs.length === 0 ? (
            <EmptyState title="It was never read" />
          ) : (
            <DataTable
              label="Runs"
              columns={columns}
              rows={runs}
              keyOf={({ id }) => id}
              height="rows"
              hasMore={query.hasNextPage}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

const causes: Readonly<Record<SyncRun['cause'], string>> = {
  schedule: 'schedule',
  operator: 'on request',
  start: 'first read',
  repair: 'a damaged file',
  change: 'a change from here',
  push: 'rows that were sent',
  signal: 'a security event',
};

const wrongWith = ({ error, heldBack }: SyncRun) => error ?? heldBack?.join('; ');

const columns: readonly DataColumn<SyncRun>[] = [
  {
    id: 'queued',
    header: 'asked for',
    fields: ['SyncRun.queuedAt'],
    width: 190,
    cell: ({ queuedAt }) => <Time at={queuedAt} />,
    sortBy: ({ queuedAt }) => queuedAt,
  },
  {
    id: 'status',
    header: 'status',
    fields: ['SyncRun.status'],
    width: 130,
    cell: ({ status }) => <RunStatus status={status} />,
    sortBy: ({ status }) => status,
    csv: ({ status }) => runWords(status),
  },
  {
    id: 'cause',
    header: 'cause',
    fields: ['SyncRun.cause'],
    width: 140,
    cell: ({ cause }) => causes[cause],
    sortBy: ({ cause }) => causes[cause],
  },
  {
    id: 'rows',
    header: 'records',
    fields: ['SyncRun.rows'],
    width: 100,
    align: 'end',
    cell: ({ rows }) => <Count>{rows}</Count>,
    sortBy: ({ rows }) => rows,
  },
  {
    id: 'rejected',
    header: 'rejected',
    fields: ['SyncRun.rejected'],
    width: 100,
    align: 'end',
    cell: ({ rejected }) => <Count>{rejected}</Count>,
    sortBy: ({ rejected }) => rejected,
  },
  {
    id: 'requests',
    header: 'requests',
    fields: ['SyncRun.requests.sent'],
    about: 'Requests that it sent to the source',
    width: 100,
    align: 'end',
    cell: ({ requests }) => (requests ? <Count>{requests.sent}</Count> : null),
    sortBy: ({ requests }) => requests?.sent,
  },
  {
    id: 'ended',
    header: 'ended',
    fields: ['SyncRun.endedAt'],
    width: 190,
    cell: ({ endedAt }) => (endedAt === undefined ? <Unknown /> : <Time at={endedAt} />),
    sortBy: ({ endedAt }) => endedAt,
  },
  {
    id: 'error',
    header: 'what was wrong',
    fields: ['SyncRun.error', 'SyncRun.heldBack'],
    width: 300,
    cell: run => <Text line>{wrongWith(run) ?? ''}</Text>,
    csv: wrongWith,
  },
];
