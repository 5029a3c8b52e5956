// Who holds which directory role over what, and who may activate which. Read once for all reads that need it.
import type { Gap } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { batchedLists } from '../batch.ts';
import type { EntraClient } from '../client.ts';
import { endOfObject } from '../ids.ts';
import { type WholeList, wholeGraphList, withoutLicence } from '../paging.ts';
import { isPrivilegedRole, type RoleAssignment, scopedObjectId } from '../records/directory-roles.ts';

const permission = 'RoleManagement.Read.Directory';

export interface Administration {
  /** All of them, also those without an id. */
  readonly definitionItems: readonly unknown[];
  /** Id → role definition. */
  readonly definitions: ReadonlyMap<string, unknown>;
  readonly assignments: readonly RoleAssignment[];
  /** What may be activated and is not in force. */
  readonly eligible: readonly RoleAssignment[];
  /** Ids of accounts that hold a privileged role over the whole tenant, also through a group. */
  readonly administrators: ReadonlySet<string>;
  /** What could not be read of the roles in force; then administrators may be missing. */
  readonly gaps: readonly Gap[];
  readonly eligibleGaps: readonly Gap[];
}

export const administration = (client: EntraClient): Promise<Administration> =>
  client.once('administration', () => readAdministration(client));

const roleList = (client: EntraClient, path: string, query = {}): Promise<WholeList> =>
  wholeGraphList(client, { path: `roleManagement/directory/${path}`, query, permission });

async function readAdministration(client: EntraClient): Promise<Administration> {
  const definitions = await roleList(client, 'roleDefinitions');
  const active = await roleList(client, 'roleAssignments', { $expand: 'principal' });
  const eligible = await roleList(client, 'roleEligibilityScheduleInstances', { $expand: 'principal' });
  const byId = new Map(
    definitions.items.flatMap(each => {
      const id = textAt(each, 'id');
      return id === undefined ? [] : [[id, each] as const];
    }),
  );
  const assignments = active.items.flatMap(assignmentOfItem);
  const privileged = assignments.filter(
    ({ roleId, scope }) => scopedObjectId(scope) === undefined && isPrivilegedRole(byId.get(roleId)),
  );
  const groups = [...new Set(privileged.flatMap(({ holder: [type, id] }) => (type === 'UserGroup' ? [id] : [])))];
  const members = await batchedLists(
    client,
    groups.map(id => ({
      path: `groups/${encodeURIComponent(id)}/members`,
      query: { $select: 'id' },
      permission: 'GroupMember.Read.All',
      absent: [404],
    })),
  );
  const administrators = [
    ...privileged.flatMap(({ holder: [type, id] }) => (type === 'Account' ? [id] : [])),
    ...members.flatMap(({ items }) => items.flatMap(member => textAt(member, 'id') ?? [])),
  ];
  return {
    definitionItems: definitions.items,
    ...{ definitions: byId, assignments, eligible: eligible.items.flatMap(assignmentOfItem) },
    administrators: new Set(administrators),
    gaps: [...definitions.gaps, ...active.gaps, ...members.flatMap(({ gaps }) => gaps)],
    eligibleGaps: eligible.gaps.map(withoutLicence),
  };
}

/** Assignments of principals that were deleted are left out: Graph names no kind of them. */
function assignmentOfItem(item: unknown): RoleAssignment[] {
  const [id, roleId] = [textAt(item, 'id'), textAt(item, 'roleDefinitionId')];
  const holder = endOfObject((item as { principal?: unknown } | null)?.principal);
  if (id === undefined || roleId === undefined || holder === undefined) return [];
  return [{ id, roleId, holder, scope: textAt(item, 'directoryScopeId') ?? '/', item }];
}

/** Administrative units, with their members. */
export interface Units {
  readonly items: readonly unknown[];
  /** Unit id → members. */
  readonly members: ReadonlyMap<string, readonly unknown[]>;
  readonly gaps: readonly Gap[];
}

export const administrativeUnits = (client: EntraClient): Promise<Units> =>
  client.once('administrative units', async () => {
    const rights = { permission: 'AdministrativeUnit.Read.All' };
    const units = await wholeGraphList(client, {
      path: 'directory/administrativeUnits',
      query: { $top: 999 },
      ...rights,
    });
    const ids = units.items.flatMap(unit => textAt(unit, 'id') ?? []);
    const lists = await batchedLists(
      client,
      ids.map(id => ({
        path: `directory/administrativeUnits/${encodeURIComponent(id)}/members`,
        query: { $select: 'id,displayName', $top: 999 },
        ...{ ...rights, absent: [404] },
      })),
    );
    const members = new Map(ids.map((id, index) => [id, lists[index]!.items]));
    return { items: units.items, members, gaps: [...units.gaps, ...lists.flatMap(({ gaps }) => gaps)] };
  });
