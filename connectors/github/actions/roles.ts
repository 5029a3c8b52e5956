// Assigns organisation roles to people, and makes members owners.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { GithubClient } from '../client.ts';
import { memberRole, organisationRoleOf, ownerRole } from '../ids.ts';
import { wholeGithubList } from '../list.ts';
import { ask, loginOf, membershipRole, membershipUrl } from './requests.ts';

type RoleTarget = ActionTargets['AssignRole'];

/** Whether the person holds the role itself, and not only through a team. */
interface RoleImage extends Image {
  readonly assigned: boolean;
}

export function roleAction(assigns: boolean): Action<GithubClient, RoleTarget> {
  return {
    async observe(client, target) {
      const login = await loginOf(client, target.accountId);
      return { assigned: await isAssigned(client, login, target) } satisfies RoleImage;
    },
    isDone: image => (image as RoleImage).assigned === assigns,
    apply: (client, target) => setRole(client, target, assigns),
    restore: (client, target, { before }) => setRole(client, target, (before as RoleImage).assigned),
  };
}

async function isAssigned(client: GithubClient, login: string, { accountId, roleId }: RoleTarget): Promise<boolean> {
  if (roleId === ownerRole) return (await membershipRole(client, login)) === 'admin';
  const role = roleNumber(roleId);
  const { items, gaps } = await wholeGithubList(client, {
    url: `${client.path}/organization-roles/${role}/users`,
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
    roleId === memberRole
      ? 'members are invited and removed in GitHub: removing somebody from the organisation cannot be undone'
      : roleId.startsWith('repository-role:')
        ? 'roles of repositories are given on each repository; change them there'
        : `there is no role with the id ${roleId}`,
  );
}

async function setRole(client: GithubClient, target: RoleTarget, assign: boolean): Promise<void> {
  const login = await loginOf(client, target.accountId);
  if ((await isAssigned(client, login, target)) === assign) return;
  if (target.roleId === ownerRole) {
    await ask(client, {
      method: 'PUT',
      url: membershipUrl(client, login),
      json: { role: assign ? 'admin' : 'member' },
    });
    return;
  }
  if (assign) await membershipRole(client, login);
  const url = `${client.path}/organization-roles/users/${encodeURIComponent(login)}/${roleNumber(target.roleId)}`;
  await ask(client, { method: assign ? 'PUT' : 'DELETE', url });
}
