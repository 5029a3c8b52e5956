// The sources by the id of their application instance.
import { useQuery } from '@tanstack/react-query';
import { sqlQuery } from '../api/sql.ts';
import type { ObjectType } from './object-types.ts';

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
