// Gives users roles, and takes them (RFC 7643, section 4.1.2). A role is a value of the user.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { listOf, valuesOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { roleId } from '../ids.ts';
import { changeResource } from './change-resource.ts';
import { removal, type Stored, stored } from './resources.ts';
import { expectSurroundings, surroundingsOf } from './side-effects.ts';

/** The user's values for this role, whole, so that undoing a removal writes them as they were. */
interface RoleImage extends Image {
  readonly roles: readonly unknown[];
}

type RoleTarget = ActionTargets['AssignRole'];

export function roleAction(adds: boolean): Action<ScimClient, RoleTarget> {
  return {
    async observe(client, { accountId, roleId }) {
      const value = roleValueOf(roleId);
      return { roles: rolesOf(await stored(client, 'user', accountId), value) } satisfies RoleImage;
    },
    isDone: image => (image as RoleImage).roles.length > 0 === adds,
    apply: (client, target) => setRoles(client, target, adds ? [{ value: roleValueOf(target.roleId) }] : []),
    restore: (client, target, { before }) => setRoles(client, target, (before as RoleImage).roles),
    surroundings: async (client, { accountId }) => surroundingsOf(await stored(client, 'user', accountId), 'roles'),
    expectSurroundings: (client, { accountId, roleId }, saved) =>
      expectSurroundings(client, 'user', accountId, { name: 'roles', own: roleValueOf(roleId), saved }),
  };
}

const prefix = roleId('');

function roleValueOf(id: string): string {
  if (id.startsWith(prefix) && id.length > prefix.length) return id.slice(prefix.length);
  throw new ChangeRefused(`the service has no role with the id ${id}`);
}

function rolesOf({ resource }: Stored, value: string): unknown[] {
  const values = valuesOf(resource, 'roles');
  return listOf(resource, 'roles').filter((_role, index) => values[index]!.value === value);
}

async function setRoles(client: ScimClient, target: RoleTarget, wanted: readonly unknown[]): Promise<void> {
  const value = roleValueOf(target.roleId);
  await changeResource(client, 'user', target.accountId, async user => {
    const now = rolesOf(user, value);
    if (now.length > 0 === wanted.length > 0) return undefined;
    const others = listOf(user.resource, 'roles').filter(role => !now.includes(role));
    const patch = wanted.length > 0 ? ({ op: 'add', path: 'roles', value: wanted } as const) : removal('roles', value);
    return { patch, attribute: 'roles', value: [...others, ...wanted] };
  });
}
