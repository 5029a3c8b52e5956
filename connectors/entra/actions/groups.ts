// Members of groups, and new groups.

import { createHash } from 'node:crypto';
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import type { EntraClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { odataText } from '../paging.ts';
import { isDynamic, isOfExchange } from '../records/groups.ts';
import { refuseSynced } from './accounts.ts';
import { ask, collectionOf, listed, stored, untilShown } from './requests.ts';

type GroupTarget = ActionTargets['AddGroupMember'];

const permission = 'GroupMember.Read.All';

const kindProperties =
  'id,displayName,groupTypes,mailEnabled,securityEnabled,isAssignableToRole,onPremisesSyncEnabled,onPremisesDomainName';

export const memberAction = (adds: boolean): Action<EntraClient, GroupTarget> => ({
  async expand(client, target) {
    refuseManaged(await stored(client, 'groups', target.groupId, kindProperties));
    return [target];
  },
  ...flagAction('member', adds, { read: isMember, set: setMember }),
});

/** Groups whose members somebody else decides. */
function refuseManaged(group: unknown): void {
  refuseSynced(group, 'group');
  if (isDynamic(group)) throw new ChangeRefused('a rule decides who is in this group; change the rule');
  if (isOfExchange(group))
    throw new ChangeRefused(
      'Exchange decides who is in this mail-enabled group; change it in the Exchange admin center',
    );
}

/** An account is directly in few groups, and a group may have all accounts. */
async function isMember(client: EntraClient, { accountId, groupId }: GroupTarget): Promise<boolean> {
  const collection = await collectionOf(client, accountId);
  await stored(client, 'groups', groupId, 'id');
  const groups = await listed(client, {
    path: `${collection}/${encodeURIComponent(accountId)}/memberOf`,
    query: { $select: 'id', $top: pageSizes.directory },
    permission,
  });
  return groups.some(group => textAt(group, 'id') === groupId);
}

async function setMember(client: EntraClient, target: GroupTarget, member: boolean): Promise<void> {
  if ((await isMember(client, target)) === member) return;
  const group = await stored(client, 'groups', target.groupId, kindProperties);
  refuseManaged(group);
  const url = `v1.0/groups/${encodeURIComponent(target.groupId)}/members`;
  try {
    if (member) {
      const base = client.settings.graph_url.replace(/\/$/, '');
      const reference = `${base}/v1.0/directoryObjects/${encodeURIComponent(target.accountId)}`;
      await ask(client, { method: 'POST', url: `${url}/$ref`, json: { '@odata.id': reference }, isIdempotent: true });
    } else {
      const address = `${url}/${encodeURIComponent(target.accountId)}/$ref`;
      await ask(client, { method: 'DELETE', url: address, accepts: [404] });
    }
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error;
    // Graph answers 400 for who is a member, also where its lists do not show it yet.
    if (!/already exist/i.test(error.message)) throw withReason(error, group);
  }
  await untilShown(client, async () => (await isMember(client, target)) === member);
}

function withReason(error: ChangeRefused, group: unknown): ChangeRefused {
  const needsRole = flagOfValue(valueAt(group, 'isAssignableToRole')) === true;
  if (!needsRole || !/: 403/.test(error.message)) return error;
  const reason =
    'directory roles can be assigned to this group, so changing its members needs the permission RoleManagement.ReadWrite.Directory';
  return new ChangeRefused(`${reason}; ${error.message}`, { cause: error });
}

/** The group with exactly this name; null: there is none. */
interface GroupImage extends Image {
  readonly groupId: string | null;
  readonly hasMembers: boolean;
}

export const groupCreation: Action<EntraClient, ActionTargets['CreateUserGroup']> = {
  async observe(client, { groupName }) {
    const groupId = (await idNamed(client, groupName)) ?? null;
    return { groupId, hasMembers: groupId !== null && (await hasMembers(client, groupId)) } satisfies GroupImage;
  },
  isDone: image => (image as GroupImage).groupId !== null,
  async apply(client, { groupName }) {
    if (groupName.trim() === '') throw new ChangeRefused('a group needs a name that is not blank');
    if (groupName.length > 256) throw new ChangeRefused('the name of a group has at most 256 characters in Entra');
    // The answer to a request that was sent before may be lost.
    if ((await idNamed(client, groupName)) !== undefined) return;
    // Entra wants a nickname, which nobody uses while the group has no mailbox.
    const mailNickname = createHash('sha256').update(groupName).digest('hex').slice(0, 32);
    const json = { displayName: groupName, mailEnabled: false, mailNickname, securityEnabled: true };
    await ask(client, { method: 'POST', url: 'v1.0/groups', json });
    await untilShown(client, async () => (await idNamed(client, groupName)) !== undefined);
  },
  async restore(client, { groupName }, { before, after }) {
    const { groupId } = after as GroupImage;
    if (groupId === null || groupId === before['groupId']) return;
    const url = `v1.0/groups/${encodeURIComponent(groupId)}`;
    const { body, status } = await ask(client, { url, accepts: [404] });
    if (status === 404) return;
    const isOther = textAt(body, 'displayName') !== groupName || textsAt(body, 'groupTypes').length > 0;
    if (isOther || (await hasMembers(client, groupId)))
      throw new ChangeRefused('the group is not as it was created; delete it in Entra if nobody needs it');
    await ask(client, { method: 'DELETE', url, accepts: [404] });
    await untilShown(client, async () => (await idNamed(client, groupName)) !== groupId);
  },
  createdId: after => (after as GroupImage).groupId!,
};

/** Entra takes several groups of one name, in any case; the first by its id is meant. */
async function idNamed(client: EntraClient, name: string): Promise<string | undefined> {
  const $filter = `displayName eq ${odataText(name)}`;
  const query = { $filter, $select: 'id,displayName', $top: pageSizes.directory };
  const groups = await listed(client, { path: 'groups', query, permission });
  const ids = groups.filter(group => textAt(group, 'displayName') === name).flatMap(group => textAt(group, 'id') ?? []);
  return ids.toSorted()[0];
}

async function hasMembers(client: EntraClient, groupId: string): Promise<boolean> {
  const path = `groups/${encodeURIComponent(groupId)}/members`;
  return (await listed(client, { path, query: { $select: 'id' }, permission, absent: [404] })).length > 0;
}
