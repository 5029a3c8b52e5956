// Assigns standard administrator roles to users, and removes them.

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { OktaClient } from '../client.ts';
import { wholeOktaList } from '../paging.ts';
import { standardRoles } from '../records/roles.ts';
import { ask, stored } from './requests.ts';

type RoleTarget = ActionTargets['AssignRole'];

/** Whether the user holds the role itself, and not only through a group. */
export const roleAction = (assigns: boolean): Action<OktaClient, RoleTarget> =>
  flagAction('assigned', assigns, {
    read: async (client, target) => (await assignmentId(client, target)) !== undefined,
    set: setRole,
  });

const rolesOf = (accountId: string) => `api/v1/users/${encodeURIComponent(accountId)}/roles`;

/** @throws ChangeRefused for a role that is not held as a whole */
async function assignmentId(client: OktaClient, { accountId, roleId }: RoleTarget): Promise<string | undefined> {
  if (!standardRoles.has(roleId))
    throw new ChangeRefused(
      roleId.includes('@')
        ? 'this role is limited to some groups or applications; change it in the admin console'
        : 'custom roles are held over a resource set; change them in the admin console',
    );
  await stored(client, 'users', accountId);
  const { items, gaps } = await wholeOktaList(client, { url: rolesOf(accountId), scope: 'okta.roles.read' });
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  const own = items.filter(role => textAt(role, 'type') === roleId && textAt(role, 'assignmentType') !== 'GROUP');
  return textAt(own[0], 'id');
}

async function setRole(client: OktaClient, target: RoleTarget, assign: boolean): Promise<void> {
  const id = await assignmentId(client, target);
  if ((id !== undefined) === assign) return;
  const url = rolesOf(target.accountId);
  if (id === undefined) await ask(client, { method: 'POST', url, json: { type: target.roleId } });
  else await ask(client, { method: 'DELETE', url: `${url}/${encodeURIComponent(id)}`, accepts: [404] });
}
