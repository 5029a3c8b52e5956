// Assigns directory roles over the whole tenant, and removes them.

import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { EntraClient } from '../client.ts';
import { odataText } from '../paging.ts';
import { ask, collectionOf, listed, untilShown } from './requests.ts';

type RoleTarget = ActionTargets['AssignRole'];

const permission = 'RoleManagement.Read.Directory';
const assignments = 'roleManagement/directory/roleAssignments';

/** @throws ChangeRefused for a role that is not assigned over the whole tenant */
async function refuseOtherRoles(client: EntraClient, roleId: string): Promise<void> {
  if (roleId.includes('@'))
    throw new ChangeRefused('this role is limited to a part of the tenant; change it in the admin center');
  const url = `v1.0/roleManagement/directory/roleDefinitions/${encodeURIComponent(roleId)}`;
  const { body, status } = await ask(client, { url, accepts: [400, 404] });
  if (status >= 400 || textAt(body, 'id') === undefined)
    throw new ChangeRefused(
      `${roleId} is no directory role; roles of Azure are assigned over a scope, in the Azure portal`,
    );
}

async function assignmentId(client: EntraClient, { accountId, roleId }: RoleTarget): Promise<string | undefined> {
  await refuseOtherRoles(client, roleId);
  await collectionOf(client, accountId);
  const $filter = `principalId eq ${odataText(accountId)} and roleDefinitionId eq ${odataText(roleId)}`;
  const items = await listed(client, { path: assignments, query: { $filter }, permission });
  return textAt(
    items.find(item => textAt(item, 'directoryScopeId') === '/'),
    'id',
  );
}

async function setRole(client: EntraClient, target: RoleTarget, assign: boolean): Promise<void> {
  const id = await assignmentId(client, target);
  if ((id !== undefined) === assign) return;
  if (id === undefined) {
    const json = { principalId: target.accountId, roleDefinitionId: target.roleId, directoryScopeId: '/' };
    await askUnlessDone(client, json);
  } else {
    const url = `v1.0/${assignments}/${encodeURIComponent(id)}`;
    await ask(client, { method: 'DELETE', url, accepts: [404] });
  }
  await untilShown(client, async () => ((await assignmentId(client, target)) !== undefined) === assign);
}

/** Graph answers 400 for an assignment that exists, also where its lists do not show it yet. */
async function askUnlessDone(client: EntraClient, json: object): Promise<void> {
  try {
    await ask(client, { method: 'POST', url: `v1.0/${assignments}`, json, isIdempotent: true });
  } catch (error) {
    const exists = error instanceof ChangeRefused && /conflicting object|already exist/i.test(error.message);
    if (!exists) throw error;
  }
}

export const roleAction = (assigns: boolean): Action<EntraClient, RoleTarget> =>
  flagAction('assigned', assigns, {
    read: async (client, target) => (await assignmentId(client, target)) !== undefined,
    set: setRole,
  });
