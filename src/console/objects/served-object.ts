// An object as the API serves it, whatever its type.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import type { KnownType } from './object-types.ts';

export type ServedObject = Readonly<Record<string, unknown>>;

/** A read of one object. @param id global id */
export function objectQuery({ type, collections }: KnownType, id: string) {
  // Every collection has the same parameters, so one of them stands for all.
  const path = `${collections[0]!.path}/{id}` as '/v1/accounts/{id}';
  return queryOptions({
    queryKey: ['object', type, id],
    queryFn: async ({ signal }): Promise<ServedObject> => {
      const { data } = await api.GET(path, { params: { path: { id } }, signal });
      return data as ServedObject;
    },
  });
}

/** What an object may be called by: the first of these that it has. */
export const nameFields = ['name', 'displayName', 'alias', 'email', 'description'] as const;

/** What a reader calls it. */
export function nameOf(object: ServedObject): string {
  const named = [...nameFields, 'id', 'globalId'].map(field => object[field]);
  return (
    named.find((value): value is string => typeof value === 'string' && value !== '') ?? 'an object without a name'
  );
}

/** The application instance that the object came from. */
export const applicationInstanceOf = (object: ServedObject): string | undefined =>
  (object['objectMetadata'] as { readonly ApplicationInstanceId?: string } | undefined)?.ApplicationInstanceId;

/** Whether a page of an account says whom it can act as: of machines and keys always, of people where there is somebody. */
export const hasBlastRadius = ({ type, analyticsImpersonatableAccountsCount: count }: ServedObject): boolean =>
  type !== 'User' || (typeof count === 'number' && count > 0);
