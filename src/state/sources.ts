// Application instances: one per configured source, with an id that never changes while the source exists.

import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';

export interface SourceIdentity {
  readonly sourceId: string;
  readonly connector: string;
  readonly applicationInstanceId: string;
}

/**
 * Record the configured sources of a tenant, so that each keeps its application instance id. A source must not change its
 * connector or its application instance id, because its objects would get new global ids.
 */
export async function registerSources(
  database: Database,
  tenant: string,
  sources: readonly SourceIdentity[],
): Promise<void> {
  await database.transaction(async transaction => {
    // Every process uses the same order, so that processes which start at once cannot deadlock.
    for (const source of sources.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))) {
      const [known] = await transaction.query<{ connector: string; application_instance_id: string }>(
        `insert into sources (tenant, source_id, connector, application_instance_id) values ($1, $2, $3, $4)
         on conflict (tenant, source_id) do update set source_id = excluded.source_id
         returning connector, application_instance_id`,
        [tenant, source.sourceId, source.connector, source.applicationInstanceId],
      );
      if (known!.connector !== source.connector) {
        throw new OperatorError(
          `source ${source.sourceId}: was read by connector ${known!.connector} so far and cannot become ${source.connector}; give the new source another id`,
        );
      }
      if (known!.application_instance_id !== source.applicationInstanceId) {
        throw new OperatorError(
          `source ${source.sourceId}: its application_instance_id is ${known!.application_instance_id} and cannot change to ${source.applicationInstanceId}, because every global id depends on it`,
        );
      }
    }
  });
}
