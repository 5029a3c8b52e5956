// Operations of IAM that change something.
import { AwsError, noSuchEntity } from './answers.ts';
import { groupNamed, userNamed } from './iam-reads.ts';
import type { Operation } from './operations.ts';

const validName = /^[\w+=,.@-]{1,128}$/;

export const iamWrites: Readonly<Record<string, Operation>> = {
  'iam:UpdateAccessKey'(given, { state }) {
    const id = String(given['AccessKeyId']);
    const key = userNamed(state, given).keys.find(each => each['AccessKeyId'] === id);
    if (!key) throw noSuchEntity(`The Access Key with id ${id} cannot be found.`);
    if (given['Status'] !== 'Active' && given['Status'] !== 'Inactive')
      throw new AwsError(400, 'ValidationError', 'Member must satisfy enum value set: [Active, Inactive]');
    key['Status'] = given['Status'];
    return undefined;
  },
  'iam:PutUserPolicy'(given, { state }) {
    const user = userNamed(state, given);
    user.inline.set(String(given['PolicyName']), JSON.parse(String(given['PolicyDocument'])));
    return undefined;
  },
  'iam:DeleteUserPolicy'(given, { state }) {
    const name = String(given['PolicyName']);
    if (!userNamed(state, given).inline.delete(name))
      throw noSuchEntity(`The user policy with name ${name} cannot be found.`);
    return undefined;
  },
  'iam:AddUserToGroup'(given, { state }) {
    groupNamed(state, given);
    userNamed(state, given).groups.add(String(given['GroupName']));
    return undefined;
  },
  'iam:RemoveUserFromGroup'(given, { state }) {
    groupNamed(state, given);
    userNamed(state, given).groups.delete(String(given['GroupName']));
    return undefined;
  },
  'iam:CreateGroup'(given, { state, now, newId }) {
    const name = String(given['GroupName']);
    if (!validName.test(name))
      throw new AwsError(400, 'ValidationError', 'The specified value for groupName is invalid.');
    // Names of groups are told apart without regard to case.
    if ([...state.groups.keys()].some(each => each.toLowerCase() === name.toLowerCase()))
      throw new AwsError(409, 'EntityAlreadyExists', `Group with name ${name} already exists.`);
    const item = {
      ...{ Path: '/', GroupName: name, GroupId: newId('AGPA'), CreateDate: now() },
      Arn: `arn:aws:iam::${state.account}:group/${name}`,
    };
    state.groups.set(name, { item, inline: new Map(), attached: new Set() });
    return { Group: item };
  },
  'iam:DeleteGroup'(given, { state }) {
    const name = String(given['GroupName']);
    const group = groupNamed(state, given);
    const conflict = (text: string) => new AwsError(409, 'DeleteConflict', `Cannot delete entity, must ${text} first.`);
    if ([...state.users.values()].some(user => user.groups.has(name))) throw conflict('remove users from group');
    if (group.attached.size > 0) throw conflict('detach all policies');
    if (group.inline.size > 0) throw conflict('delete policies');
    state.groups.delete(name);
    return undefined;
  },
};
