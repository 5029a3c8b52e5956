// Changes of an AWS account and its Identity Center, their refusals, and that they can be undone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { arn, fillAccount, home, partner } from '../../support/simulators/aws/account.ts';
import { AwsError } from '../../support/simulators/aws/answers.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';

let server: AwsSimulator;
let actor: Actor;
const settings = () => ({ ...awsKey, endpoint_url: server.url });
beforeAll(async () => {
  server = await startAws();
  fillAccount(server.state);
  actor = await openActor(aws, settings());
});
beforeEach(() => {
  server.interfere = undefined;
  fillAccount(server.state);
});
afterAll(async () => {
  await actor.close();
  await server.close();
});

const ada = arn('user', 'ada');
const admins = arn('group', 'admins');
const set = 'arn:aws:sso:::permissionSet/ssoins-1/Admins';
const keys = (name: string) => server.state.users.get(name)!.keys.map(key => key['Status']);
const policies = (name: string) => [...server.state.users.get(name)!.inline.keys()];

it('keeps the rules of the contract', async () => {
  const key = { accountId: 'AKIAADA0000000000001' };
  const changes = {
    ...{ DisableAccount: { accountId: ada }, EnableAccount: key },
    ...{ AddGroupMember: { accountId: ada, groupId: arn('group', 'readers') } },
    RemoveGroupMember: { accountId: 'u-ada', groupId: 'g-ops' },
    AssignRole: { accountId: 'u-ada', roleId: `${set}@${partner}` },
    RemoveRole: { accountId: 'u-gus', roleId: `arn:aws:sso:::permissionSet/ssoins-1/Viewers@${partner}` },
    CreateUserGroup: { groupName: 'new+group' },
  };
  const rules = await testConnector(aws, { settings: settings(), baseFolder: '/', changes });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
  const look = () =>
    JSON.stringify(
      [...server.state.users.values()].map(user => [
        user.item['UserName'],
        user.keys,
        [...user.groups],
        [...user.inline],
      ]),
    );
  const some = { DisableAccount: key, AddGroupMember: changes.AddGroupMember };
  expect(await faultsThroughService(aws, settings(), some, look)).toEqual([]);
});

describe('a user', () => {
  it('is denied everything, loses no key, and gets back the keys that were active', async () => {
    const done = await actor.act('DisableAccount', { accountId: ada });
    expect([keys('ada'), policies('ada')]).toEqual([['Inactive', 'Inactive'], ['rolecall-disabled']]);
    await actor.act('EnableAccount', { accountId: ada }, done.before);
    expect([keys('ada'), policies('ada')]).toEqual([['Active', 'Inactive'], []]);
  });

  it('is as it was after undoing', async () => {
    const done = await actor.act('DisableAccount', { accountId: ada });
    await done.undo();
    expect([keys('ada'), policies('ada')]).toEqual([['Active', 'Inactive'], []]);
  });

  it('that reads show late is waited for', async () => {
    let stale = 3;
    server.interfere = operation => {
      if (operation !== 'iam:GetUserPolicy' || !policies('ada').includes('rolecall-disabled') || stale === 0)
        return undefined;
      stale -= 1;
      return new AwsError(404, 'NoSuchEntity', 'The user policy with name rolecall-disabled cannot be found.');
    };
    await actor.act('DisableAccount', { accountId: ada });
    expect(stale).toBe(0);
  });

  it('with another policy of this name is refused', async () => {
    server.state.users.get('ada')!.inline.set('rolecall-disabled', { Statement: [] });
    expect(await actor.refusal('DisableAccount', { accountId: ada })).toContain('with another content');
    expect(keys('ada')).toEqual(['Active', 'Inactive']);
  });

  it.each([
    [arn('user', 'nobody'), 'there is no IAM user'],
    [arn('user', 'path/ada'), 'there is no IAM user'],
    [arn('user', 'ada', partner), 'is no IAM user of this account'],
    [`${arn('user', 'x')}&Action=DeleteUser`, 'is no IAM user of this account'],
    [`arn:aws:iam::${home}:root`, 'only access keys and IAM users'],
    ['u-ada', 'only access keys and IAM users'],
    ['service:lambda.amazonaws.com', 'only access keys and IAM users'],
    ['AKIANOBODY0000000001', 'cannot be found'],
  ])('%s is refused', async (accountId, reason) =>
    expect(await actor.refusal('DisableAccount', { accountId })).toContain(reason),
  );
});

it('an access key is made inactive, and active again', async () => {
  const target = { accountId: 'AKIAADA0000000000001' };
  const done = await actor.act('DisableAccount', target);
  expect(keys('ada')).toEqual(['Inactive', 'Inactive']);
  await done.undo();
  await actor.act('EnableAccount', { accountId: 'AKIAADA0000000000002' });
  expect(keys('ada')).toEqual(['Active', 'Active']);
});

describe('a group', () => {
  it('of Identity Center gets and loses a member', async () => {
    const target = { accountId: 'u-gus', groupId: 'g-ops' };
    const done = await actor.act('AddGroupMember', target);
    expect([...server.state.storeMembers.get('g-ops')!.values()]).toEqual(['u-ada', 'u-gus']);
    await done.undo();
    expect([...server.state.storeMembers.get('g-ops')!.values()]).toEqual(['u-ada']);
  });

  it.each([
    [ada, 'permission-set:Admins', 'only stands for whom roles trust'],
    [ada, 'assumes-any-role', 'only stands for whom roles trust'],
    ['u-ada', admins, 'is no IAM user of this account'],
    [ada, arn('group', 'none'), 'there is no IAM group'],
    ['u-ada', 'g-none', 'Identity Center has no group'],
    ['u-none', 'g-ops', 'Identity Center has no user'],
  ])('%s in %s is refused', async (accountId, groupId, reason) =>
    expect(await actor.refusal('AddGroupMember', { accountId, groupId })).toContain(reason),
  );

  it('that an identity provider fills is refused', async () => {
    server.state.storeGroups.get('g-ops')!['ExternalIds'] = [{ Issuer: 'https://idp', Id: '1' }];
    expect(await actor.refusal('AddGroupMember', { accountId: 'u-gus', groupId: 'g-ops' })).toContain(
      'come from the identity provider',
    );
  });

  it('is created once, although the answer is lost, and deleted by undoing', async () => {
    let lost = 0;
    server.interfere = operation => {
      if (operation !== 'iam:CreateGroup' || lost > 0) return undefined;
      lost += 1;
      return { status: 503, body: 'gateway' };
    };
    await actor.refusal('CreateUserGroup', { groupName: 'once' });
    const done = await actor.act('CreateUserGroup', { groupName: 'once' });
    expect(done.createdId).toBe(arn('group', 'once'));
    await done.undo();
    expect(server.state.groups.has('once')).toBe(false);
  });

  it.each([
    ['joined', () => void server.state.users.get('ada')!.groups.add('joined'), 'is not as it was created'],
    ['given', () => void server.state.groups.get('given')!.attached.add('arn:x'), 'must detach all policies first'],
  ])('that was %s meanwhile is not deleted by undoing', async (groupName, meanwhile, reason) => {
    const done = await actor.act('CreateUserGroup', { groupName });
    meanwhile();
    await expect(done.undo()).rejects.toThrow(reason === 'is not as it was created' ? undefined : reason);
    expect(server.state.groups.has(groupName)).toBe(true);
  });

  it('with a name that IAM does not take is refused', async () =>
    expect(await actor.refusal('CreateUserGroup', { groupName: 'two words' })).toContain('has 1 to 128 letters'));
});

describe('a permission set', () => {
  const target = { accountId: 'u-ada', roleId: `${set}@${partner}` };

  it('is assigned and removed, when Identity Center has done it', async () => {
    const done = await actor.act('AssignRole', target);
    expect(server.state.assignments).toContain(`${set}|${partner}|USER|u-ada`);
    await done.undo();
    expect(server.state.assignments).not.toContain(`${set}|${partner}|USER|u-ada`);
    expect(server.state.assignments).toContain(`${set}|${partner}|GROUP|g-ops`);
  });

  it('that Identity Center fails to assign is refused with its reason', async () => {
    server.interfere = operation =>
      operation === 'sso:DescribeAccountAssignmentCreationStatus'
        ? { body: '{"AccountAssignmentCreationStatus":{"Status":"FAILED","FailureReason":"no such account"}}' }
        : undefined;
    expect(await actor.refusal('AssignRole', target)).toContain('no such account');
  });

  it.each([
    [arn('role', 'deploy'), 'decided by its trust policy'],
    [`arn:aws:sso:::permissionSet/ssoins-1/None@${partner}`, 'there is no permission set'],
  ])('%s is refused', async (roleId, reason) =>
    expect(await actor.refusal('AssignRole', { accountId: 'u-ada', roleId })).toContain(reason),
  );
});
