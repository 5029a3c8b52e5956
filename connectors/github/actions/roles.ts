// Assigns roles: those of members (owner, member), organisation roles, and levels of repositories.

import { ChangeRefused } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { memberRole, organisationRoleOf, ownerRole, repositoryLevelOf } from '../ids.ts';
import { wholeGithubList } from '../paging.ts';
import { membershipAction } from './membership.ts';
import { levelAction } from './repositories.ts';
import { ask, loginOf, organisationMembership, type RoleAction, type RoleTarget } from './requests.ts';

export function roleAction(assigns: boolean): RoleAction {
  const actions = {
    level: levelAction(assigns),
    membership: membershipAction(assigns),
    organisation: organisationRoleAction(assigns),
  };
  const of = ({ roleId }: RoleTarget): RoleAction => {
    if (repositoryLevelOf(roleId)) return actions.level;
    return roleId === ownerRole || roleId === memberRole ? actions.membership : actions.organisation;
  };
  return {
    observe: (client, target) => of(target).observe(client, target),
    isDone: (image, target, before) => of(target).isDone(image, target, before),
    apply: (client, target, before) => of(target).apply(client, target, before),
    restore: (client, target, images) => of(target).restore(client, target, images),
    pending: (image, target) => of(target).pending?.(image, target),
  };
}

const organisationRoleAction = (assigns: boolean): RoleAction =>
  flagAction('assigned', assigns, { read: isAssigned, set: setRole });

/** Whether the person holds the role itself, and not only through a team. */
async function isAssigned(client: GithubClient, { accountId, roleId }: RoleTarget): Promise<boolean> {
  await loginOf(client, accountId);
  const { items, gaps } = await wholeGithubList(client, {
    url: `${client.path}/organization-roles/${roleNumber(roleId)}/users`,
    remedy: 'grant the organisation permission Custom organization roles: read',
  });
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  return items.some(user => textAt(user, 'id') === accountId && textAt(user, 'assignment') !== 'indirect');
}

/** @throws ChangeRefused for roles that are not assigned to people like this */
function roleNumber(roleId: string): string {
  const number = organisationRoleOf(roleId);
  if (number !== undefined) return number;
  throw new ChangeRefused(
    roleId.startsWith('repository-role:')
      ? 'a custom role of repositories is given on each repository; assign the role of the repository'
      : `there is no role with the id ${roleId}`,
  );
}

async function setRole(client: GithubClient, target: RoleTarget, assign: boolean): Promise<void> {
  const login = await loginOf(client, target.accountId);
  if ((await isAssigned(client, target)) === assign) return;
  if (assign && (await organisationMembership(client, login))?.state !== 'active')
    throw new ChangeRefused(
      `${login} is no member of the organisation, and GitHub gives this role to members only; assign the role member first`,
    );
  const url = `${client.path}/organization-roles/users/${encodeURIComponent(login)}/${roleNumber(target.roleId)}`;
  await ask(client, { method: assign ? 'PUT' : 'DELETE', url });
}
