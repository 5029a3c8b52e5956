// Fields that a source gives for no object of a type. The interface requires some of them, so the objects show a default there (`enabled`:
// true, `isAdmin`: false). A reader must not take it for what the source says.
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import { sqlQuery } from '../api/sql.ts';
import { applicationInstanceOf, type ServedObject } from './served-object.ts';

interface AssumedField {
  readonly instance: string;
  readonly type: string;
  readonly field: string;
}

const assumedQuery = sqlQuery<AssumedField>(
  `SELECT application_instance_id AS instance, type, unnest(assumed_fields) AS field FROM source_completeness
   WHERE len(assumed_fields) > 0`,
);

/** Says whether a field of an object is only assumed. Undefined while that is being read. */
export type IsAssumed = (object: ServedObject, field: string) => boolean | undefined;

/** @param type of the objects */
export function useIsAssumed(type: string): IsAssumed {
  const { data, isPending } = useQuery(assumedQuery);
  const assumed = new Set(data?.rows.map(row => `${row.instance} ${row.type} ${row.field}`));
  return (object, field) => (isPending ? undefined : assumed.has(`${applicationInstanceOf(object)} ${type} ${field}`));
}

/** The application instances that give a field for none of their objects of the type. */
export function useInstancesWithout(type: string): (field: string) => readonly string[] {
  const { data } = useQuery(assumedQuery);
  return field => (data?.rows ?? []).filter(row => row.type === type && row.field === field).map(row => row.instance);
}

/** The fields that are only assumed, by the application instances of their objects. @param type of the objects */
export async function fetchAssumed(type: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await queryClient.fetchQuery(assumedQuery);
  const ofType = Map.groupBy(
    rows.filter(row => row.type === type),
    ({ instance }) => instance,
  );
  return new Map([...ofType].map(([instance, fields]) => [instance, new Set(fields.map(({ field }) => field))]));
}

/**
 * SQL: the value of a column of accounts, or NULL where their source does not say it.
 * @param field as the API names it
 * @param source SQL for the source of the account
 */
export const saidOfAccount = (field: 'enabled' | 'isAdmin', column: string, source = 'source_id'): string =>
  `CASE WHEN ${source} NOT IN (SELECT assuming.source_id FROM source_completeness AS assuming
    WHERE assuming.type = 'Account' AND list_contains(assuming.assumed_fields, '${field}')) THEN ${column} END`;
