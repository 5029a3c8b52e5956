// Keeps what pages show of runs, jobs and versions up to date, by one stream of events for all of them.

import type { QueryClient } from '@tanstack/react-query';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { apiQuery } from './api.ts';
import { followEvents, type ServerEvent } from './event-stream.ts';

type ActionJob = Schemas['ActionJob'];
type SyncRun = Schemas['SyncRun'];

/** Without a stream, runs and jobs in progress are read again this often. */
export const pollMs = 5000;

export const jobQuery = (id: string) => apiQuery('get', '/v1/action-jobs/{id}', { params: { path: { id } } });
export const sourcesKey = ['get', '/v1/sources'] as const;
/** Keys of lists that are read page by page. The filters of a list follow in its key. */
export const jobsKey = ['action-jobs'] as const;
/** The version in service, as the newest event says it. */
export const versionKey = ['version'] as const;
export const runsKey = ['sync-runs'] as const;

let users = 0;
let stop: AbortController | undefined;

/** While the component is shown, events of the service update what is cached. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    users++;
    if (!stop) {
      stop = new AbortController();
      void followEvents('/v1/events', stop.signal, receiver(client));
    }
    return () => {
      users--;
      // The next page may need the stream too, so it is closed only when no page uses it a moment later.
      setTimeout(() => {
        if (users > 0) return;
        stop?.abort();
        stop = undefined;
      });
    };
  }, [client]);
}

function receiver(client: QueryClient): (event: ServerEvent) => void {
  let version: number | undefined;
  return ({ event, data }) => {
    const state: unknown = JSON.parse(data);
    if (event === 'action-job') keepJob(client, state as ActionJob);
    else if (event === 'sync-run') keepRun(client, state as SyncRun);
    else if (event === 'version') {
      const { version: now } = state as { readonly version: number };
      // Whatever is shown may be different in the new version.
      if (version !== undefined && now !== version) void client.invalidateQueries();
      version = now;
      client.setQueryData(versionKey, now);
    } else if (event === 'reset') void client.invalidateQueries();
  };
}

/** Pages that were read before the version that shows a job show the state before it. */
export function noteShown(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [method, path] }) => method !== 'get' || path !== '/v1/action-jobs/{id}',
  });
}

function keepJob(client: QueryClient, job: ActionJob): void {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  keepInList(client, jobsKey, job);
}

function keepRun(client: QueryClient, run: SyncRun): void {
  client.setQueryData<Schemas['SourceList']>(
    sourcesKey,
    list =>
      list && {
        ...list,
        items: list.items.map(source => (source.sourceId === run.sourceId ? { ...source, lastRun: run } : source)),
      },
  );
  keepInList(client, [...runsKey, run.applicationInstanceId], run);
  // The ledger, and whether the source is held back, are in no event.
  if (run.endedAt !== undefined) void client.invalidateQueries({ queryKey: sourcesKey });
}

/** Replace an item of a list; read the list again when it has not had the item. */
function keepInList<Item extends { readonly id: string }>(
  client: QueryClient,
  queryKey: readonly string[],
  item: Item,
): void {
  type List = InfiniteData<{ readonly items: readonly Item[] }>;
  for (const [key, list] of client.getQueriesData<List>({ queryKey })) {
    const isKnown = list?.pages.some(({ items }) => items.some(({ id }) => id === item.id));
    if (!list) continue;
    if (!isKnown) void client.invalidateQueries({ queryKey: key });
    else {
      const pages = list.pages.map(page => ({
        ...page,
        items: page.items.map(each => (each.id === item.id ? item : each)),
      }));
      client.setQueryData<List>(key, { ...list, pages });
    }
  }
}
