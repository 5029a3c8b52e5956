// Changes of a Slack workspace, their refusals, and that they can be undone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { slack } from '../../../connectors/slack/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { type SlackSimulator, scimToken, slackToken, startSlack } from '../../support/simulators/slack/slack.ts';
import { fillWorkspace } from '../../support/simulators/slack/workspace.ts';

let server: SlackSimulator;
let actor: Actor;
const settings = (more: object = {}) => ({
  ...{ url: `${server.url}/api/`, token: slackToken, scim_url: `${server.url}/scim/v2/`, scim_token: scimToken },
  ...more,
});
beforeAll(async () => {
  server = await startSlack();
  actor = await openActor(slack, settings());
});
beforeEach(() => {
  server.fault = undefined;
  fillWorkspace(server.state);
});
afterAll(async () => {
  await actor.close();
  await server.close();
});

const membersOf = (id: string) => server.state.groups.get(id)!['users'];

it('keeps the rules of the contract', async () => {
  const changes = {
    ...{ DisableAccount: { accountId: 'U3' }, EnableAccount: { accountId: 'U3' } },
    AddGroupMember: { accountId: 'U2', groupId: 'S1' },
    RemoveGroupMember: { accountId: 'U3', groupId: 'S1' },
    CreateUserGroup: { groupName: 'A "new" group' },
  };
  const rules = await testConnector(slack, { settings: settings(), baseFolder: '/', changes });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
});

describe('a member', () => {
  it('is deactivated and reactivated', async () => {
    const done = await actor.act('DisableAccount', { accountId: 'U3' });
    expect(server.state.users.get('U3')!['deleted']).toBe(true);
    await done.undo();
    expect(server.state.users.get('U3')!['deleted']).toBe(false);
  });

  it.each([
    ['U1', 'Slack does not deactivate the primary owner'],
    ['U5', 'whether a guest who is reactivated stays a guest'],
    ['U7', 'belongs to another workspace'],
    ['B1', 'a bot is removed with its app'],
    ['U99', 'user_not_found'],
    ['../x', 'user_not_found'],
  ])('%s is refused', async (accountId, reason) => {
    expect(await actor.refusal('DisableAccount', { accountId })).toContain(reason);
  });

  it('needs SCIM', async () => {
    const other = await openActor(slack, settings({ scim_token: undefined }));
    expect(await other.refusal('DisableAccount', { accountId: 'U3' })).toContain('set `scim_token`');
    await other.close();
  });
});

describe('a user group', () => {
  it('keeps its other members', async () => {
    const done = await actor.act('AddGroupMember', { accountId: 'U2', groupId: 'S1' });
    expect(membersOf('S1')).toEqual(['U1', 'U3', 'U2']);
    server.state.groups.get('S1')!['users'] = ['U1', 'U3', 'U2', 'U5'];
    await done.undo();
    expect(membersOf('S1')).toEqual(['U1', 'U3', 'U5']);
  });

  it.each([
    ['RemoveGroupMember', 'S5', 'U3', 'no user groups without members|group without members'],
    ['AddGroupMember', 'S2', 'U3', 'Slack itself decides who is in the group of all admins'],
    ['AddGroupMember', 'S4', 'U2', 'come from the identity provider'],
    ['AddGroupMember', 'S3', 'U1', 'there is no user group with the id S3'],
    ['AddGroupMember', 'S1', 'U4', 'takes no deactivated accounts'],
  ] as const)('%s of %s with %s is refused', async (operation, groupId, accountId, reason) => {
    const before = membersOf(groupId);
    expect(await actor.refusal(operation, { accountId, groupId })).toMatch(new RegExp(reason));
    expect(membersOf(groupId)).toEqual(before);
  });

  it('that is disabled is enabled when one with its name is created', async () => {
    const done = await actor.act('CreateUserGroup', { groupName: 'Gone' });
    expect(done.createdId).toBe('S3');
    server.state.groups.get('S3')!['users'] = [];
    await done.undo();
    expect(server.state.groups.get('S3')!['date_delete']).not.toBe(0);
  });
});
