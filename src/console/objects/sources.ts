// The sources by the id of their application instance.
import { useQuery } from '@tanstack/react-query';
import { sqlQuery } from '../api/sql.ts';
import type { ObjectType } from './object-types.ts';
import type { SyncRun } from './source-state.tsx';

export interface Source {
  readonly application_instance_id: string;
  /** As the configuration names it. */
  readonly source_id: string;
  readonly application_name: string | null;
  readonly connector: string;
  readonly is_complete: boolean;
  readonly is_held_back: boolean;
  readonly oldest_read_at: string | null;
  readonly newest_read_at: string | null;
}

export const sourcesQuery = sqlQuery<Source>(
  `SELECT application_instance_id, source_id, application_name, connector, is_complete, is_held_back, oldest_read_at, newest_read_at
   FROM application_instances ORDER BY source_id`,
);

/** How many objects of a source the version in service has, and how many of them are accounts and groups. */
export const objectCountQuery = (instance: string) =>
  sqlQuery<{ readonly count: number; readonly accounts: number; readonly groups: number }>(
    `SELECT count(*) AS count, count(*) FILTER (object_type = 'Account') AS accounts, count(*) FILTER (object_type = 'UserGroup') AS groups
     FROM objects WHERE application_instance_id = :instance::UUID`,
    { instance },
  );

const isRead: Readonly<Record<SyncRun['status'], boolean>> = {
  ...{ Landed: true, Partial: true, HeldBack: true, Queued: false, Running: false, Failed: false },
};

/**
 * A function that says when a source was last read with success. A run that failed or has not ended brought nothing: then it is the newest
 * read that the version in service shows.
 * @returns ISO 8601; null: never; undefined: not known
 */
export function useLastRead(): (instance: string, lastRun: SyncRun | undefined) => string | null | undefined {
  const { data } = useQuery(sourcesQuery);
  return (instance, lastRun) => {
    if (lastRun?.endedAt !== undefined && isRead[lastRun.status]) return lastRun.endedAt;
    if (lastRun === undefined) return null;
    const served = data?.rows.find(({ application_instance_id }) => application_instance_id === instance);
    return data && (served?.newest_read_at ?? null);
  };
}

/**
 * A function that names a source, or gives the id of an unknown one; an ellipsis until the names are there.
 * @param type of the objects. Rules of no source are the service's own
 */
export function useSourceName(type?: ObjectType): (instance: string) => string {
  const { data, isPending } = useQuery(sourcesQuery);
  return instance =>
    data?.rows.find(({ application_instance_id }) => application_instance_id === instance)?.source_id ??
    (isPending ? '…' : type === 'RiskDefinition' ? 'this service' : instance);
}
