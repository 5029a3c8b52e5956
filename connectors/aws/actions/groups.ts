// Members of groups of IAM and Identity Center, and new groups of IAM.

import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { flagAction } from '../../../src/connector/flag-action.ts';
import { listAt, textAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { center, eventually, iamUser, listOrRefuse, nameInArn, order, storedObject } from './requests.ts';

type GroupTarget = ActionTargets['AddGroupMember'];

export const memberAction = (adds: boolean): Action<AwsClient, GroupTarget> =>
  flagAction('member', adds, { read: isMember, set: setMember });

const isOfIam = (groupId: string) => groupId.startsWith('arn:');

async function isMember(client: AwsClient, { accountId, groupId }: GroupTarget): Promise<boolean> {
  if (!isOfIam(groupId)) return (await membershipId(client, accountId, groupId)) !== undefined;
  const UserName = await iamUser(client, accountId);
  await groupOfArn(client, groupId);
  const groups = await listOrRefuse(client, {
    ...{ service: 'iam', action: 'ListGroupsForUser', member: 'Groups', parameters: { UserName } },
  });
  return groups.some(group => textAt(group, 'Arn') === groupId);
}

/** @throws ChangeRefused when there is no such group, or its ARN is another one */
async function groupOfArn(client: AwsClient, arn: string): Promise<string> {
  const name = nameInArn(client, 'group', arn);
  const found = await order(client, 'iam', 'GetGroup', { GroupName: name, MaxItems: 1 }, true);
  if (textAt(found, 'Group', 'Arn') !== arn) throw new ChangeRefused(`there is no IAM group ${arn}`);
  return name;
}

async function membershipId(client: AwsClient, accountId: string, groupId: string): Promise<string | undefined> {
  if (/^(provider|external|permission-set):|^(everybody|assumes-any-role)$/.test(groupId))
    throw new ChangeRefused('this group only stands for whom roles trust; change the trust policies of the roles');
  const { IdentityStoreId } = await center(client);
  const group = await storedObject(client, 'Group', groupId);
  if (listAt(group, 'ExternalIds').length > 0)
    throw new ChangeRefused('the members of this group come from the identity provider; change them there');
  await storedObject(client, 'User', accountId);
  const parameters = { IdentityStoreId, GroupId: groupId, MemberId: { UserId: accountId } };
  const found = await order(client, 'identitystore', 'GetGroupMembershipId', parameters, true);
  return textAt(found, 'MembershipId');
}

async function setMember(client: AwsClient, target: GroupTarget, member: boolean): Promise<void> {
  const { accountId, groupId } = target;
  if (isOfIam(groupId)) {
    const [UserName, GroupName] = [await iamUser(client, accountId), await groupOfArn(client, groupId)];
    // Both may be repeated: IAM accepts what is so already.
    await order(client, 'iam', member ? 'AddUserToGroup' : 'RemoveUserFromGroup', { UserName, GroupName });
  } else await setStoredMember(client, accountId, groupId, member);
  await eventually(client, async () => ((await isMember(client, target)) === member ? true : undefined));
}

async function setStoredMember(client: AwsClient, accountId: string, groupId: string, member: boolean): Promise<void> {
  const present = await membershipId(client, accountId, groupId);
  if ((present !== undefined) === member) return;
  const { IdentityStoreId } = await center(client);
  if (present === undefined)
    await order(client, 'identitystore', 'CreateGroupMembership', {
      ...{ IdentityStoreId, GroupId: groupId, MemberId: { UserId: accountId } },
    });
  else await order(client, 'identitystore', 'DeleteGroupMembership', { IdentityStoreId, MembershipId: present }, true);
}

/** The IAM group with this name; null: there is none. */
interface GroupImage extends Image {
  readonly groupArn: string | null;
  readonly hasMembers: boolean;
}

export const groupCreation: Action<AwsClient, ActionTargets['CreateUserGroup']> = {
  async observe(client, { groupName }) {
    if (!isGroupName(groupName)) return { groupArn: null, hasMembers: false } satisfies GroupImage;
    const found = await order(client, 'iam', 'GetGroup', { GroupName: groupName, MaxItems: 1 }, true);
    const groupArn = textAt(found, 'Group', 'GroupName') === groupName ? (textAt(found, 'Group', 'Arn') ?? null) : null;
    return { groupArn, hasMembers: listAt(found, 'Users').length > 0 } satisfies GroupImage;
  },
  isDone: image => (image as GroupImage).groupArn !== null,
  async apply(client, target) {
    const { groupName } = target;
    if (!isGroupName(groupName))
      throw new ChangeRefused('the name of an IAM group has 1 to 128 letters, digits or _+=,.@-');
    // The answer to a request that was sent before may be lost.
    if (!(await groupCreation.observe(client, target))['groupArn'])
      await order(client, 'iam', 'CreateGroup', { GroupName: groupName });
    await eventually(client, async () => (await groupCreation.observe(client, target))['groupArn'] ?? undefined);
  },
  async restore(client, target, { before, after }) {
    if ((after as GroupImage).groupArn === null || after['groupArn'] === before['groupArn']) return;
    const present = (await groupCreation.observe(client, target)) as GroupImage;
    if (present.groupArn === null) return;
    if (present.hasMembers || present.groupArn !== after['groupArn'])
      throw new ChangeRefused('the group is not as it was created; delete it in IAM if nobody needs it');
    // IAM refuses to delete a group that has policies.
    await order(client, 'iam', 'DeleteGroup', { GroupName: target.groupName }, true);
    await eventually(client, async () =>
      (await groupCreation.observe(client, target))['groupArn'] === null ? true : undefined,
    );
  },
  createdId: after => (after as GroupImage).groupArn!,
};

const isGroupName = (name: string) => /^[\w+=,.@-]{1,128}$/.test(name);
