// Members of groups, and new groups.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { GoogleClient } from '../client.ts';
import { domainList, groupList, memberList } from '../lists.ts';
import { googlePages } from '../paging.ts';
import { ask, completeList, storedUser } from './requests.ts';

type GroupTarget = ActionTargets['AddGroupMember'];

const membersOf = (groupId: string) => `groups/${encodeURIComponent(groupId)}/members`;

/** @throws ChangeRefused for the group of all users, which Google itself fills, and one that does not exist */
async function refuseUnmanaged(client: GoogleClient, groupId: string): Promise<void> {
  if (groupId === client.customerId) throw new ChangeRefused('all users of the organisation are in this group');
  const { body, status } = await ask(client, { url: `groups/${encodeURIComponent(groupId)}`, accepts: [404] });
  if (status === 404 || textAt(body, 'id') !== groupId)
    throw new ChangeRefused(`there is no group with the id ${groupId}`);
}

/** The role of the account in the group (`MEMBER`, `MANAGER`, `OWNER`); null: it is no member itself. */
async function roleIn(client: GoogleClient, { accountId, groupId }: GroupTarget): Promise<string | null> {
  const url = `${membersOf(groupId)}/${encodeURIComponent(accountId)}`;
  const { body, status } = await ask(client, { url, accepts: [404] });
  return status === 404 ? null : (textAt(body, 'role') ?? 'MEMBER');
}

/** Google answers 409 for a member who is there, and 404 for one who is not. */
async function setRole(client: GoogleClient, target: GroupTarget, role: string | null): Promise<void> {
  const url = membersOf(target.groupId);
  const present = await roleIn(client, target);
  if (present === role) return;
  const member = `${url}/${encodeURIComponent(target.accountId)}`;
  if (role === null) await ask(client, { method: 'DELETE', url: member, accepts: [404] });
  else if (present === null)
    await ask(client, { method: 'POST', url, json: { id: target.accountId, role }, accepts: [409] });
  else await ask(client, { method: 'PATCH', url: member, isIdempotent: true, json: { role } });
}

export function memberAction(adds: boolean): Action<GoogleClient, GroupTarget> {
  return {
    async observe(client, target) {
      await refuseUnmanaged(client, target.groupId);
      const role = await roleIn(client, target);
      // Members of other organisations are no users here.
      if (role === null) await storedUser(client, target.accountId);
      return { role };
    },
    isDone: ({ role }) => (role !== null) === adds,
    apply: (client, target) => setRole(client, target, adds ? 'MEMBER' : null),
    restore: (client, target, { before }) => setRole(client, target, before['role'] as string | null),
  };
}

/** The group with exactly this name; null: there is none. */
interface GroupImage extends Image {
  readonly groupId: string | null;
}

export const groupCreation: Action<GoogleClient, ActionTargets['CreateUserGroup']> = {
  observe: async (client, { groupName }) =>
    ({ groupId: (await idNamed(client, groupName)) ?? null }) satisfies GroupImage,
  isDone: image => (image as GroupImage).groupId !== null,
  async apply(client, { groupName }) {
    if ((await idNamed(client, groupName)) !== undefined) return;
    const email = await addressFor(client, groupName);
    await ask(client, { method: 'POST', url: 'groups', json: { email, name: groupName } });
  },
  async restore(client, { groupName }, { before, after }) {
    const { groupId } = after as GroupImage;
    if (groupId === null || groupId === before['groupId']) return;
    const url = `groups/${encodeURIComponent(groupId)}`;
    const { body, status } = await ask(client, { url, accepts: [404] });
    if (status === 404) return;
    const members = await completeList(client, memberList(groupId));
    if (textAt(body, 'name') !== groupName || members.length > 0)
      throw new ChangeRefused('the group is not as it was created; delete it in Google if nobody needs it');
    await ask(client, { method: 'DELETE', url, accepts: [404] });
  },
  createdId: after => (after as GroupImage).groupId!,
};

async function idNamed(client: GoogleClient, name: string): Promise<string | undefined> {
  for await (const { items, gaps } of googlePages(client, groupList(client))) {
    // A group that is not seen would be created again.
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
    const group = items.find(each => textAt(each, 'name') === name);
    if (group) return textAt(group, 'id');
  }
  return undefined;
}

/** A group needs an address: its name in small letters, with hyphens for everything else, in the primary domain. */
async function addressFor(client: GoogleClient, name: string): Promise<string> {
  const local = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (local === '' || local.length > 60)
    throw new ChangeRefused(
      'a group needs a name from which an address can be made: letters a to z or digits, at most 60',
    );
  const domains = await completeList(client, domainList(client));
  const primary = domains.find(domain => valueAt(domain, 'isPrimary') === true);
  const domain = textAt(primary, 'domainName');
  if (domain === undefined) throw new ChangeRefused('the primary domain of the organisation is not known');
  return `${local}@${domain}`;
}
