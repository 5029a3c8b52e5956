// The lists of what an account reaches, and of the accounts that reach an object, a page at a time.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';

const pageSize = 200;

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
  query: { pageSize, ...(pageToken !== undefined && { pageToken }) },
});

export interface ReachPage<Row> {
  readonly items: readonly Row[];
  readonly nextPageToken?: string | undefined;
}

/** The objects that an account reaches. */
export const reachedObjectsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['reached objects', id],
    queryFn: async ({ pageParam, signal }): Promise<ReachPage<Schemas['ReachedObject']>> => {
      const { data } = await api.GET('/v1/accounts/{id}/access', { params: parametersOf(id, pageParam), signal });
      return data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });

/** The accounts that reach an object. @param type one that {@link hasReachers} */
export const reachingAccountsQuery = (type: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['reaching accounts', type, id],
    queryFn: async ({ pageParam, signal }): Promise<ReachPage<Schemas['ReachingAccount']>> => {
      // The lists of all types have the same parameters and answers.
      const list = accountLists[type as keyof typeof accountLists];
      const { data } = await api.GET(list, { params: parametersOf(id, pageParam), signal });
      return data as Schemas['ReachingAccountList'];
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
