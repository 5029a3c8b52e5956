// Members of user groups, and new groups. Slack sets the whole list of members, so a change reads the list and writes it back.

import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { SlackClient } from '../client.ts';
import { lists } from '../lists.ts';
import { wholeSlackList } from '../paging.ts';
import { groupMembers } from '../records/channels.ts';
import { automaticKind, isInUse, isProvisioned } from '../records/groups.ts';

type GroupTarget = ActionTargets['AddGroupMember'];

const send = (client: SlackClient, method: string, form: Readonly<Record<string, string>>) =>
  requestChange(client.http, 'Slack', { method: 'POST', url: method, form });

/** All groups, disabled ones too. @throws ChangeRefused when they may not be read */
async function groupsOf(client: SlackClient): Promise<unknown[]> {
  const list = { ...lists.groups, query: { ...lists.groups.query, include_disabled: true } };
  const { items, gaps } = await wholeSlackList(client, list);
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  return items;
}

async function groupOf(client: SlackClient, id: string): Promise<unknown> {
  const group = (await groupsOf(client)).find(each => textAt(each, 'id') === id);
  if (group === undefined || !isInUse(group)) throw new ChangeRefused(`there is no user group with the id ${id}`);
  return group;
}

function refuseManaged(group: unknown): void {
  if (automaticKind(group) !== undefined)
    throw new ChangeRefused(`Slack itself decides who is in the group of all ${automaticKind(group)}`);
  if (isProvisioned(group))
    throw new ChangeRefused('the members of this group come from the identity provider; change them there');
}

/** A group without members cannot be: Slack disables it instead. */
async function setMember(client: SlackClient, { accountId, groupId }: GroupTarget, member: boolean) {
  const group = await groupOf(client, groupId);
  refuseManaged(group);
  const others = groupMembers(group).filter(id => id !== accountId);
  const users = member ? [...others, accountId] : others;
  if (users.length === 0)
    throw new ChangeRefused('Slack does not allow a user group without members; disable the group in Slack instead');
  await send(client, 'usergroups.users.update', { usergroup: groupId, users: users.join(',') });
}

export function memberAction(adds: boolean): Action<SlackClient, GroupTarget> {
  return {
    async expand(client, target) {
      refuseManaged(await groupOf(client, target.groupId));
      return [target];
    },
    ...flagAction('member', adds, {
      async read(client: SlackClient, { accountId, groupId }: GroupTarget) {
        const { body } = await requestChange(client.http, 'Slack', { url: 'users.info', query: { user: accountId } });
        if (valueAt(body, 'user', 'deleted') === true && adds)
          throw new ChangeRefused('the account is deactivated, and Slack takes no deactivated accounts into groups');
        return groupMembers(await groupOf(client, groupId)).includes(accountId);
      },
      set: setMember,
    }),
  };
}

/** The group in use with exactly this name; null: there is none. Slack deletes no group: it disables it. */
interface GroupImage extends Image {
  readonly groupId: string | null;
}

export const groupCreation: Action<SlackClient, ActionTargets['CreateUserGroup']> = {
  async observe(client, { groupName }) {
    const group = await named(client, groupName, isInUse);
    return { groupId: textAt(group, 'id') ?? null } satisfies GroupImage;
  },
  isDone: image => (image as GroupImage).groupId !== null,
  async apply(client, { groupName }) {
    if (groupName.trim() === '') throw new ChangeRefused('a user group needs a name that is not blank');
    if (await named(client, groupName, isInUse)) return;
    const disabled = await named(client, groupName, () => true);
    if (disabled === undefined) await send(client, 'usergroups.create', { name: groupName });
    else await send(client, 'usergroups.enable', { usergroup: textAt(disabled, 'id')! });
  },
  async restore(client, { groupName }, { before }) {
    const group = await named(client, groupName, isInUse);
    if (group === undefined || before['groupId'] !== null) return;
    if (groupMembers(group).length > 0)
      throw new ChangeRefused('the group has members by now; disable it in Slack if nobody needs it');
    await send(client, 'usergroups.disable', { usergroup: textAt(group, 'id')! });
  },
  createdId: after => (after as GroupImage).groupId!,
};

const named = async (client: SlackClient, name: string, fits: (group: unknown) => boolean): Promise<unknown> =>
  (await groupsOf(client)).find(group => textAt(group, 'name') === name && fits(group));
