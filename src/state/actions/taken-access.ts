// What action jobs took away in a source. A read that does not bring it any more is no sign that the source is broken.
import { idsInImage } from '../../connector/saved-images.ts';
import type { Database } from '../../database/database.ts';
import type { ActionJob } from './jobs.ts';

/** What jobs took away and no later job gave back. */
export interface TakenAccess {
  /** Roles and memberships of accounts, by local ids. */
  readonly access: readonly { readonly accountId: string; readonly objectId: string }[];
  /** User groups that an undo deleted, because its job had created them: global ids. */
  readonly groups: readonly string[];
}

interface TakingRow {
  readonly operation: string;
  readonly type: ActionJob['type'];
  readonly object_id: string;
  readonly local: string;
  readonly before: string | null;
  readonly after: string;
}

/**
 * What action jobs and their undos took away in a source after a run of it had begun. Only what the source has confirmed counts: a target
 * that failed, or that the source showed as done before, does not.
 * @param runId nothing counts when this run is not known
 */
export async function accessTakenSince(
  database: Database,
  tenant: string,
  sourceId: string,
  runId: string,
): Promise<TakenAccess> {
  const rows = await database.query<TakingRow>(
    `select record.operation, job.type, record.object_id, record.local, record.before_image as before, record.after_image as after
     from sync_runs run join action_job_sources touched using (tenant, source_id) join action_jobs job using (job_id)
       join action_job_records record on record.job_id = touched.job_id and record.source_id = touched.source_id
     where run.tenant = $1 and run.source_id = $2 and run.run_id = $3 and touched.confirmed_at > run.started_at
       and record.status = 'Succeeded' and record.after_image is not null and record.ended_at > run.started_at
     order by record.ended_at`,
    [tenant, sourceId, runId],
  );
  const access = new Map<string, TakenAccess['access'][number]>();
  const groups = new Set<string>();
  for (const row of rows) {
    const { accountId, objects } = movedBy(row);
    if (accountId === undefined) {
      if (row.type === 'Revert') groups.add(row.object_id);
      else groups.delete(row.object_id);
    } else {
      for (const { objectId, isTaken } of objects) {
        const key = JSON.stringify([accountId, objectId]);
        if (isTaken) access.set(key, { accountId, objectId });
        else access.delete(key);
      }
    }
  }
  return { access: [...access.values()], groups: [...groups] };
}

interface Moved {
  /** Undefined: the record is about a group. */
  readonly accountId: string | undefined;
  readonly objects: readonly { readonly objectId: string; readonly isTaken: boolean }[];
}

/** What a record took from an account or gave to it. */
function movedBy({ operation, type, local, before, after }: TakingRow): Moved {
  const { accountId, roleId, groupId } = JSON.parse(local) as Readonly<Record<string, string | undefined>>;
  const objectId = roleId ?? groupId;
  if (objectId !== undefined) {
    const removes = operation === 'RemoveRole' || operation === 'RemoveGroupMember';
    return { accountId, objects: [{ objectId, isTaken: removes === (type === 'Change') }] };
  }
  const [had, has] = [idsInImage(before), idsInImage(after)];
  return {
    accountId,
    objects: [
      ...[...had.difference(has)].map(objectId => ({ objectId, isTaken: true })),
      ...[...has.difference(had)].map(objectId => ({ objectId, isTaken: false })),
    ],
  };
}
