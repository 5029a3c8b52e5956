// Puts users into groups, and takes them out (RFC 7643, section 4.2). Only the user's own value is added or removed.
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { attribute, listOf, localIdOf, memberIdOf, textOf, valuesOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { memberSource } from '../member-source.ts';
import { changeResource } from './change-resource.ts';
import { type ResourceChange, removal, type Stored, stored } from './resources.ts';
import { expectSurroundings, surroundingsOf } from './side-effects.ts';

/** `type`: as the group says, so that undoing a removal writes it again. */
interface MemberImage extends Image {
  readonly member: boolean;
  readonly type: string | null;
}

type GroupTarget = ActionTargets['AddGroupMember'];

export function memberAction(adds: boolean): Action<ScimClient, GroupTarget> {
  return {
    ...(!adds && { expand: expectToBeShown }),
    async observe(client, target): Promise<Image> {
      const user = await stored(client, 'user', target.accountId);
      return imageOf(client, await stored(client, 'group', target.groupId), user);
    },
    isDone: image => image['member'] === adds,
    apply: (client, target) => setMember(client, target, { member: adds, type: null }),
    restore: (client, target, { before }) => setMember(client, target, before as MemberImage),
    surroundings: async (client, { groupId }) => surroundingsOf(await stored(client, 'group', groupId), 'members'),
    expectSurroundings: (client, { accountId, groupId }, saved) =>
      expectSurroundings(client, 'group', groupId, { name: 'members', own: accountId, saved }),
  };
}

const showsMembers = ({ resource }: Stored) => attribute(resource, 'members') !== undefined;

/**
 * Where a service hides members, a user that is not shown may be one, and removing it would seem done already. This is asked once,
 * before the change: afterwards the service may show no members because the last one is gone.
 */
async function expectToBeShown(client: ScimClient, target: GroupTarget): Promise<readonly GroupTarget[]> {
  const user = await stored(client, 'user', target.accountId);
  const group = await stored(client, 'group', target.groupId);
  const { member } = await imageOf(client, group, user);
  if (member || showsMembers(group) || (await memberSource(client)) !== 'nowhere') return [target];
  throw new ChangeRefused('the service shows no members of groups, so it is not known whether the user is one');
}

async function imageOf(client: ScimClient, group: Stored, user: Stored): Promise<MemberImage> {
  const index = indexOf(group, user);
  if (index >= 0) return { member: true, type: valuesOf(group.resource, 'members')[index]!.type ?? null };
  const isAtUser = listOf(group.resource, 'members').length === 0 && (await memberSource(client)) === 'users';
  const groups = isAtUser ? valuesOf(user.resource, 'groups') : [];
  const member = groups.some(
    ({ value, type }) =>
      value !== undefined && localIdOf(value) === localIdOf(group.id) && type?.toLowerCase() !== 'indirect',
  );
  return { member, type: null };
}

const indexOf = (group: Stored, user: Stored) =>
  valuesOf(group.resource, 'members').findIndex(member => localIdOf(memberIdOf(member) ?? '') === localIdOf(user.id));

async function setMember(client: ScimClient, target: GroupTarget, wanted: MemberImage): Promise<void> {
  const plan = async (group: Stored): Promise<ResourceChange | undefined> => {
    const user = await stored(client, 'user', target.accountId);
    const { member } = await imageOf(client, group, user);
    if (member === wanted.member) return undefined;
    const members = listOf(group.resource, 'members');
    if (wanted.member) {
      const added = { value: user.id, ...(wanted.type !== null && { type: wanted.type }) };
      const patch = { op: 'add', path: 'members', value: [added] } as const;
      return { patch, attribute: 'members', value: [...members, added] };
    }
    const index = indexOf(group, user);
    const written = textOf(members[index], 'value') ?? user.id;
    return {
      patch: removal('members', written),
      attribute: 'members',
      value: members.filter((_member, at) => at !== index),
    };
  };
  await changeResource(client, 'group', target.groupId, plan, async group => {
    if (showsMembers(group) || !['users', 'nowhere'].includes(await memberSource(client))) return;
    throw new ChangeRefused(
      'the service takes no PATCH of groups and does not show their members, so a PUT would drop the members that it hides',
    );
  });
}
