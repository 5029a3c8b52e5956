// What can be changed in Keystone (README.md, Changes).
import {
  type Action,
  type ActionOperation,
  type Actions,
  type ActionTargets,
  ChangeRefused,
  type DeclaredActions,
} from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpRequest } from '../../../src/connector/http/request.ts';
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { KeystoneClient } from '../client.ts';
import { grantOf } from '../grants.ts';

const send = ({ http }: KeystoneClient, request: HttpRequest) => requestChange(http, 'Keystone', request);
const absent = [404];

/** The address of an object. @throws ChangeRefused for an id that would lead to another address */
function addressOf(kind: string, id: string): string {
  if (/^[\w-]+$/.test(id)) return `${kind}/${id}`;
  throw new ChangeRefused(`${JSON.stringify(id.slice(0, 100))} is no id of Keystone`);
}

/** @throws ChangeRefused when there is no such object */
async function expectThere(client: KeystoneClient, address: string): Promise<unknown> {
  const { status, body } = await send(client, { url: address, accepts: absent });
  if (status === 404) throw new ChangeRefused(`Keystone has no ${address}`);
  return body;
}

async function isThere(client: KeystoneClient, url: string): Promise<boolean> {
  return (await send(client, { url, accepts: absent })).status !== 404;
}

/** Both PUT and DELETE may be repeated; what is gone already answers 404. */
async function setThere(client: KeystoneClient, url: string, value: boolean): Promise<void> {
  await send(client, value ? { method: 'PUT', url } : { method: 'DELETE', url, accepts: absent });
}

const enabling = (enabled: boolean): Action<KeystoneClient, ActionTargets['DisableAccount']> =>
  flagAction('enabled', enabled, {
    async read(client, { accountId }) {
      const body = await expectThere(client, addressOf('users', accountId));
      const value = flagOfValue(valueAt(body, 'user', 'enabled'));
      if (value === undefined) throw new ChangeRefused('Keystone does not say whether the user is enabled');
      return value;
    },
    async set(client, { accountId }, value) {
      const json = { user: { enabled: value } };
      await send(client, { method: 'PATCH', url: addressOf('users', accountId), json, isIdempotent: true });
    },
  });

const membership = (member: boolean): Action<KeystoneClient, ActionTargets['AddGroupMember']> => {
  const address = ({ accountId, groupId }: ActionTargets['AddGroupMember']) =>
    `${addressOf('groups', groupId)}/${addressOf('users', accountId)}`;
  return flagAction('member', member, {
    async read(client, target) {
      await expectThere(client, addressOf('users', target.accountId));
      await expectThere(client, addressOf('groups', target.groupId));
      return isThere(client, address(target));
    },
    set: (client, target, value) => setThere(client, address(target), value),
  });
};

const holding = (held: boolean): Action<KeystoneClient, ActionTargets['AssignRole']> =>
  flagAction('held', held, {
    async read(client, target) {
      const { objects, grant } = grantAddress(target);
      for (const object of objects) await expectThere(client, object);
      return isThere(client, grant);
    },
    set: (client, target, value) => setThere(client, grantAddress(target).grant, value),
  });

/** The address of a grant, and those of what it is about. @throws ChangeRefused for a role that is held nowhere */
function grantAddress({ accountId, roleId: id }: ActionTargets['AssignRole']) {
  const grant = grantOf(id);
  if (!grant)
    throw new ChangeRefused('Keystone gives a role on a project, a domain or the system; name the role there');
  const { roleId, place } = grant;
  const [user, role] = [addressOf('users', accountId), addressOf('roles', roleId)];
  if (place.kind === 'system') return { objects: [user, role], grant: `system/${user}/${role}` };
  const where = addressOf(`${place.kind}s`, place.id);
  const path = `${where}/${user}/${role}`;
  return {
    objects: [user, role, where],
    grant: place.isInherited ? `OS-INHERIT/${path}/inherited_to_projects` : path,
  };
}

const groupCreation: Action<KeystoneClient, ActionTargets['CreateUserGroup']> = {
  observe: async (client, { groupName }) => ({ groupId: await groupNamed(client, groupName) }),
  isDone: image => image['groupId'] !== null,
  async apply(client, { groupName }) {
    if ((await groupNamed(client, groupName)) !== null) return;
    const json = { group: { name: groupName, domain_id: client.settings.group_domain } };
    await send(client, { method: 'POST', url: 'groups', json });
  },
  async restore(client, { groupName }, { before, after }) {
    const groupId = after['groupId'];
    if (typeof groupId !== 'string' || groupId === before['groupId']) return;
    if ((await groupNamed(client, groupName)) !== groupId) return;
    const { body } = await send(client, { url: `${addressOf('groups', groupId)}/users` });
    if (listAt(body, 'users').length > 0)
      throw new ChangeRefused('somebody is in the group; delete it in Keystone if nobody needs it');
    const held = await send(client, { url: 'role_assignments', query: { 'group.id': groupId } });
    if (listAt(held.body, 'role_assignments').length > 0)
      throw new ChangeRefused('the group holds roles; delete it in Keystone if nobody needs it');
    await setThere(client, addressOf('groups', groupId), false);
  },
  createdId: after => after['groupId'] as string,
};

async function groupNamed(client: KeystoneClient, name: string): Promise<string | null> {
  const query = { name, domain_id: client.settings.group_domain };
  const { body } = await send(client, { url: 'groups', query });
  return (
    textAt(
      listAt(body, 'groups').find(group => textAt(group, 'name') === name),
      'id',
    ) ?? null
  );
}

export const keystoneActions: Actions<KeystoneClient> = {
  DisableAccount: enabling(false),
  EnableAccount: enabling(true),
  AssignRole: holding(true),
  RemoveRole: holding(false),
  AddGroupMember: membership(true),
  RemoveGroupMember: membership(false),
  CreateUserGroup: groupCreation,
};

const operations = (...names: ActionOperation[]) => names;

export const declaredKeystoneActions: readonly DeclaredActions[] = [
  {
    operations: operations('DisableAccount', 'EnableAccount'),
    effect: 'Sets `enabled` of the user; Keystone refuses all tokens of a disabled user',
    rights: 'the role admin on the system',
    limits: 'Users of a read-only directory and application credentials are refused',
  },
  {
    operations: operations('AssignRole', 'RemoveRole'),
    effect: 'Grants the role on its project, domain or the system to the user, or takes this grant away',
    rights: 'the role admin on the system',
    limits: 'What a group holds or another role implies stays',
  },
  {
    operations: operations('AddGroupMember', 'RemoveGroupMember'),
    effect: 'Puts the user into the group, or takes the user out',
    rights: 'the role admin on the system',
    limits: 'Keystone revokes the tokens of a user who leaves a group',
  },
  {
    operations: operations('CreateUserGroup'),
    effect: 'Creates a group in the domain `group_domain`',
    rights: 'the role admin on the system',
    limits: 'Undoing deletes the group only while nobody is in it and it holds no role',
  },
];
