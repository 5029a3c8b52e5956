// Members of groups, and new groups.

import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { OktaClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { oktaPages, wholeOktaList } from '../paging.ts';
import { groupsOfRule } from '../records/groups.ts';
import { ask, stored } from './requests.ts';

const scope = 'okta.groups.read';

type GroupTarget = ActionTargets['AddGroupMember'];

export function memberAction(adds: boolean): Action<OktaClient, GroupTarget> {
  return {
    async expand(client, target) {
      await refuseManaged(client, target.groupId);
      return [target];
    },
    ...flagAction('member', adds, { read: isMember, set: setMember }),
  };
}

/** Groups whose members somebody else decides: Okta would refuse, or change them back. */
async function refuseManaged(client: OktaClient, groupId: string): Promise<void> {
  const type = textAt(await stored(client, 'groups', groupId), 'type');
  if (type === 'BUILT_IN') throw new ChangeRefused('Okta itself decides who is in this group');
  if (type === 'APP_GROUP')
    throw new ChangeRefused('the members of this group come from a directory or an application; change them there');
  const rules = await wholeOktaList(client, { url: 'api/v1/groups/rules', query: { limit: 50 }, scope });
  if (rules.gaps[0])
    throw new ChangeRefused(`it is not known whether a rule decides who is in this group: ${rules.gaps[0].message}`);
  const rule = rules.items.find(each => groupsOfRule(each).includes(groupId));
  if (rule)
    throw new ChangeRefused(
      `the rule ${JSON.stringify(textAt(rule, 'name'))} decides who is in this group; change the rule`,
    );
}

/** A user has few groups, and a group may have all users. */
async function isMember(client: OktaClient, { accountId, groupId }: GroupTarget): Promise<boolean> {
  await stored(client, 'users', accountId);
  await stored(client, 'groups', groupId);
  const { items, gaps } = await wholeOktaList(client, {
    url: `api/v1/users/${encodeURIComponent(accountId)}/groups`,
    scope,
  });
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  return items.some(group => textAt(group, 'id') === groupId);
}

/** Both requests may be repeated: Okta answers 204 for what is so already. */
async function setMember(client: OktaClient, { accountId, groupId }: GroupTarget, member: boolean): Promise<void> {
  const url = `api/v1/groups/${encodeURIComponent(groupId)}/users/${encodeURIComponent(accountId)}`;
  await ask(client, { method: member ? 'PUT' : 'DELETE', url });
}

/** The group with exactly this name; null: there is none. */
interface GroupImage extends Image {
  readonly groupId: string | null;
  readonly hasMembers: boolean;
}

export const groupCreation: Action<OktaClient, ActionTargets['CreateUserGroup']> = {
  async observe(client, { groupName }) {
    const groupId = await idNamed(client, groupName);
    return {
      groupId: groupId ?? null,
      hasMembers: groupId !== undefined && (await hasMembers(client, groupId)),
    } satisfies GroupImage;
  },
  isDone: image => (image as GroupImage).groupId !== null,
  async apply(client, { groupName }) {
    if (groupName.trim() === '') throw new ChangeRefused('a group needs a name that is not blank');
    if (groupName.length > 255) throw new ChangeRefused('the name of a group has at most 255 characters in Okta');
    // The answer to a request that was sent before may be lost.
    if ((await idNamed(client, groupName)) === undefined)
      await ask(client, { method: 'POST', url: 'api/v1/groups', json: { profile: { name: groupName } } });
  },
  async restore(client, { groupName }, { before, after }) {
    const { groupId } = after as GroupImage;
    if (groupId === null || groupId === before['groupId']) return;
    const url = `api/v1/groups/${encodeURIComponent(groupId)}`;
    const { body, status } = await ask(client, { url, accepts: [404] });
    if (status === 404) return;
    if (textAt(body, 'profile', 'name') !== groupName || (await hasMembers(client, groupId)))
      throw new ChangeRefused('the group is not as it was created; delete it in Okta if nobody needs it');
    await ask(client, { method: 'DELETE', url, accepts: [404] });
  },
  createdId: after => (after as GroupImage).groupId!,
};

/** `q` finds names that begin with a text, without regard to case. */
async function idNamed(client: OktaClient, name: string): Promise<string | undefined> {
  for await (const { items, gaps } of oktaPages(client, {
    url: 'api/v1/groups',
    query: { q: name, limit: pageSizes.groups },
    scope,
  })) {
    // A group that is not seen would be created again.
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
    const group = items.find(each => textAt(each, 'profile', 'name') === name);
    if (group) return textAt(group, 'id');
  }
  return undefined;
}

async function hasMembers(client: OktaClient, groupId: string): Promise<boolean> {
  const list = { url: `api/v1/groups/${encodeURIComponent(groupId)}/users`, query: { limit: 1 }, scope };
  for await (const { items, gaps } of oktaPages(client, list)) {
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
    return items.length > 0;
  }
  return false;
}
