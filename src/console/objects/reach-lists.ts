// The lists of what an account reaches, and of the accounts that reach an object, a page at a time.
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/queries.ts';
import { sqlQuery } from '../api/sql.ts';

const pageSize = 200;
/** What is said of each access besides its ends. */
export const included = 'since,through';

/** Type → the list of the accounts that reach an object of it. */
const accountLists = {
  ResourceInstance: '/v1/resource-instances/{id}/accounts',
  Role: '/v1/roles/{id}/accounts',
  UserGroup: '/v1/user-groups/{id}/accounts',
  AssignedApplication: '/v1/assigned-applications/{id}/accounts',
  IntegratedApplication: '/v1/integrated-applications/{id}/accounts',
} as const;

/** Whether the service can list the accounts that reach an object of this type. */
export const hasReachers = (type: string) => type in accountLists;

const parametersOf = (id: string, pageToken: string | undefined) => ({
  path: { id },
  query: { pageSize, include: included, ...(pageToken !== undefined && { pageToken }) },
});

export interface ReachPage<Row> {
  readonly items: readonly Row[];
  readonly nextPageToken?: string | undefined;
}

async function fetchReached(id: string, pageToken: string | undefined, signal?: AbortSignal) {
  const { data } = await api.GET('/v1/accounts/{id}/access', {
    params: parametersOf(id, pageToken),
    signal: signal ?? null,
  });
  return data as ReachPage<Schemas['ReachedObject']>;
}

export type ReachingAccount = Schemas['ReachingAccount'] & {
  /** When the account was last used, for whatever; undefined: its source does not say. */
  readonly lastUsed: string | undefined;
};

async function fetchReaching(type: string, id: string, pageToken: string | undefined, signal?: AbortSignal) {
  // The lists of all types have the same parameters and answers.
  const list = accountLists[type as keyof typeof accountLists];
  const { data } = await api.GET(list, { params: parametersOf(id, pageToken), signal: signal ?? null });
  const { items, ...page } = data as ReachPage<Schemas['ReachingAccount']>;
  const used = await lastUses(items.map(({ accountId }) => accountId));
  return {
    ...page,
    items: items.map((item): ReachingAccount => ({ ...item, lastUsed: used.get(item.accountId) })),
  };
}

const lastUsesSql = `SELECT global_id AS id, last_activity_date AS used FROM accounts
  WHERE global_id IN (SELECT unnest(string_split(:ids, ',')::UUID[])) AND last_activity_date IS NOT NULL`;

async function lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const query = sqlQuery<{ readonly id: string; readonly used: string }>(lastUsesSql, { ids: ids.join(',') });
  // The rows are worth showing without it.
  const found = await queryClient.fetchQuery(query).catch(() => undefined);
  return new Map(found?.rows.map(({ id, used }) => [id, used]));
}

/** The objects that an account reaches. */
export const reachedObjectsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['reached objects', id],
    queryFn: ({ pageParam, signal }) => fetchReached(id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });

/** The accounts that reach an object. @param type one that {@link hasReachers} */
export const reachingAccountsQuery = (type: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['reaching accounts', type, id],
    queryFn: ({ pageParam, signal }) => fetchReaching(type, id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });

/** Every page of what an account reaches. */
export const reachedPages = (id: string) => everyPage(token => fetchReached(id, token));

/** Every page of the accounts that reach an object. @param type one that {@link hasReachers} */
export const reachingPages = (type: string, id: string) => everyPage(token => fetchReaching(type, id, token));

async function* everyPage<Row>(fetchPage: (token: string | undefined) => Promise<ReachPage<Row>>) {
  for (let token: string | undefined; ; ) {
    const { items, nextPageToken } = await fetchPage(token);
    yield items;
    if (nextPageToken === undefined) return;
    token = nextPageToken;
  }
}

/** So many pages are read without being asked for, so that every page of the console gives the same count. */
const pagesAhead = 10;

/** The rows of a list of access: the first {@link pagesAhead} pages, and more on demand. */
export function useReachRows<Row>(query: UseInfiniteQueryResult<InfiniteData<ReachPage<Row>>>): readonly Row[] {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pages = data?.pages ?? [];
  const isShort = pages.length > 0 && pages.length < pagesAhead && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return pages.flatMap(({ items }) => items);
}

/** "373 accounts"; with `or more` only where a list is longer than what is read of it. */
export function reachCount(count: number, hasMore: boolean, [one, many]: readonly [string, string]): string {
  return `${count.toLocaleString()}${hasMore ? ' or more' : ''} ${count === 1 ? one : many}`;
}
