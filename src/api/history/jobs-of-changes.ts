// Finds the action job behind a change, when this service made the change.

import { idsInImage } from '../../connector/saved-images.ts';
import type { Database } from '../../database/database.ts';
import { listShownChanges, type ShownChange } from '../../state/actions/jobs.ts';
import { globalIdOf } from '../../warehouse/global-id.ts';
import { type Caller, scopeOf } from '../access/caller.ts';
import type { LookUp } from '../lookups/paged-lookup.ts';

/** A row of sql/lookups/changes.sql. */
export interface ChangeRow {
  readonly change: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly object_name: string;
  readonly application_instance_id: string;
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[] | null;
  readonly version: number;
  readonly changed_at: string;
}

/** The two ends of a membership, by global ids. */
interface Ends {
  readonly entity: string;
  readonly container: string;
}

const account = 'Account';
const membership = 'EntityManagedViaObject';

/**
 * The newest job that changed what a row is about: the account or group itself, or the membership of an account in a role or group,
 * which may also have gone or come back with the account.
 * @param since, until the versions that are compared
 * @returns a function that gives undefined when no job of this service is known to have made the change
 */
export async function jobsOfChanges(
  database: Database,
  caller: Caller,
  { since, until }: { readonly since: number; readonly until: number },
  rows: readonly ChangeRow[],
  lookUp: LookUp,
): Promise<(row: ChangeRow) => ShownChange | undefined> {
  const changes = await listShownChanges(database, scopeOf(caller), since, until);
  if (changes.length === 0) return () => undefined;
  const ofObjects = Map.groupBy(changes, change => change.object_id);
  const ends = await endsOfMemberships(rows, lookUp);
  return row => {
    // No job creates an account.
    if (row.object_type === account && row.change === 'Appeared') return undefined;
    if (row.object_type !== membership) return ofObjects.get(row.object_id)?.[0];
    const found = ends.get(row.object_id);
    return found && ofObjects.get(found.entity)?.find(change => hasMoved(caller.tenant, change, found.container));
  };
}

/** Whether the job put the account into a role or group, or took it out: by itself, or because the source does so to an account that is disabled or enabled. */
function hasMoved(tenant: string, change: ShownChange, container: string): boolean {
  if (containerOf(tenant, change) === container) return true;
  const [before, after] = [idsInImage(change.before_image), idsInImage(change.after_image)];
  const moved = [...before.symmetricDifference(after)];
  const isContainer = (id: string) =>
    ['Role', 'UserGroup'].some(type => globalIdOf(tenant, change.application_instance_id, type, id) === container);
  return moved.some(isContainer);
}

/** Global id of the role or group of a change of a membership. */
function containerOf(tenant: string, { application_instance_id: instance, local }: ShownChange): string | undefined {
  const { roleId, groupId } = JSON.parse(local) as { readonly roleId?: string; readonly groupId?: string };
  if (roleId !== undefined) return globalIdOf(tenant, instance, 'Role', roleId);
  return groupId === undefined ? undefined : globalIdOf(tenant, instance, 'UserGroup', groupId);
}

/** Of memberships that vanished, the change says what they were; the version has the others. */
async function endsOfMemberships(rows: readonly ChangeRow[], lookUp: LookUp): Promise<ReadonlyMap<string, Ends>> {
  const memberships = rows.filter(({ object_type: type }) => type === membership);
  const vanished = memberships.filter(({ change }) => change === 'Vanished');
  const present = memberships.filter(({ change }) => change !== 'Vanished').map(({ object_id: id }) => id);
  const found =
    present.length === 0
      ? []
      : await lookUp<Ends & { id: string }>('membership_ends', { ids: JSON.stringify(present) });
  const before = ({ fields }: ChangeRow, name: string) => String(fields?.find(({ field }) => field === name)?.before);
  return new Map<string, Ends>([
    ...vanished.map(
      row =>
        [
          row.object_id,
          { entity: before(row, 'globalEntityId'), container: before(row, 'globalManagedViaObjectId') },
        ] as const,
    ),
    ...found.map(({ id, ...ends }) => [id, ends] as const),
  ]);
}
