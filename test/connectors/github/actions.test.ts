// Changes of a GitHub organisation, their refusals, and that they can be undone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import { fillOrganisation } from '../../support/simulators/github/organisation.ts';

let server: GithubSimulator;
let actor: Actor;
const settings = () => ({ url: server.url, organization: 'acme', token: githubToken });
beforeAll(async () => {
  server = await startGithub();
  fillOrganisation(server.state);
  actor = await openActor(github, settings());
});
beforeEach(() => {
  server.fault = undefined;
  server.caller = 'ada';
  fillOrganisation(server.state);
});
afterAll(async () => {
  await actor.close();
  await server.close();
});

const members = (team: string) =>
  [...(server.state.teamMembers.get(team) ?? [])].map(([login, role]) => `${login} ${role}`);
const look = () =>
  JSON.stringify([
    [...server.state.teamMembers].map(([team]) => [team, ...members(team)].join()).toSorted(),
    [...server.state.teams.keys()],
    [...server.state.members],
    [...server.state.roleUsers].map(([role, logins]) => [role, ...logins].join()),
    [...server.state.invited],
  ]);

it('keeps the rules of the contract', { timeout: 120_000 }, async () => {
  const changes = {
    ...{ AddGroupMember: { accountId: '1', groupId: '11' }, RemoveGroupMember: { accountId: '3', groupId: '12' } },
    ...{
      AssignRole: { accountId: '3', roleId: 'organization-role:502' },
      RemoveRole: { accountId: '4', roleId: 'owner' },
    },
    CreateUserGroup: { groupName: 'A "new" team' },
  };
  const rules = await testConnector(github, { settings: settings(), baseFolder: '/', changes });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
  expect(await faultsThroughService(github, settings(), changes, look)).toEqual([]);
});

describe('a member of a team', () => {
  it('comes back with the role that it had', async () => {
    const done = await actor.act('RemoveGroupMember', { accountId: '3', groupId: '12' });
    expect(members('12')).toEqual([]);
    await done.undo();
    expect(members('12')).toEqual(['cora maintainer']);
  });

  it('of a team below is not in the team itself, and can be added to it', async () => {
    const done = await actor.act('AddGroupMember', { accountId: '3', groupId: '11' });
    expect(done.wasApplied).toBe(true);
    expect(members('11')).toContain('cora member');
    await done.undo();
    expect(members('11')).toEqual(['bert member']);
    expect(members('12')).toEqual(['cora maintainer']);
  });

  it.each([
    ['9', '11', 'eve is no member of the organisation: GitHub would send an invitation'],
    ['1', '13', 'the group "acme-developers" of the identity provider decides who is in this team'],
    ['1', '99', 'there is no team with the number 99'],
    ['1', '../../orgs/Acme', 'there is no team with the number ../../orgs/Acme'],
    ['app:301', '11', 'only people are in teams'],
    ['12345', '11', 'there is no person with the number 12345'],
    ['../user', '11', 'only people are in teams'],
  ])('%s of %s is refused', async (accountId, groupId, reason) => {
    const before = look();
    expect(await actor.refusal('AddGroupMember', { accountId, groupId })).toContain(reason);
    expect(look()).toBe(before);
  });

  it('whose invitation is pending is refused, and nothing stays', async () => {
    server.state.members.delete('bert');
    server.state.invited.set('bert', 'member');
    expect(await actor.refusal('AddGroupMember', { accountId: '2', groupId: '12' })).toContain(
      'the membership is pending',
    );
  });

  it('who leaves the organisation meanwhile gets no invitation', async () => {
    // The membership ends between the check and the change.
    server.fault = (_call, route) => {
      if (route.startsWith('PUT /organizations/')) server.state.members.delete('bert');
      return undefined;
    };
    expect(await actor.refusal('AddGroupMember', { accountId: '2', groupId: '12' })).toContain(
      'the invitation was withdrawn',
    );
    expect([...server.state.invited]).toEqual([]);
  });
});

describe('a team', () => {
  it('is created once, although the answer is lost, and whoever creates it is a member', async () => {
    let lost = 0;
    server.fault = (_call, route) => {
      if (route !== 'POST /orgs/:org/teams' || lost > 0) return undefined;
      lost += 1;
      return { status: 503, body: 'gateway' };
    };
    await actor.refusal('CreateUserGroup', { groupName: 'once' });
    const done = await actor.act('CreateUserGroup', { groupName: 'once' });
    expect([...server.state.teams.values()].filter(({ name }) => name === 'once')).toHaveLength(1);
    expect(members(done.createdId!)).toEqual(['ada maintainer']);
    await done.undo();
    expect(server.state.teams.has(done.createdId!)).toBe(false);
  });

  it.each([
    ['somebody has joined', (id: string) => void server.state.teamMembers.get(id)!.set('bert', 'member')],
    ['has a repository', (id: string) => void server.state.teamRepositories.set(id, new Map([['101', 'pull']]))],
    [
      'has a team below it',
      (id: string) =>
        void server.state.teams.set('77', {
          id: 77,
          node_id: 'T_77',
          name: 'below',
          slug: 'below',
          parent: { id: Number(id) },
        }),
    ],
  ])('that %s is not deleted by undoing', async (_what, change) => {
    const done = await actor.act('CreateUserGroup', { groupName: 'used' });
    change(done.createdId!);
    await expect(done.undo()).rejects.toThrow();
    expect(server.state.teams.has(done.createdId!)).toBe(true);
  });

  it.each([
    [' blanks ', 'GitHub alters names'],
    ['  ', 'a name that is not blank'],
    ['engineering', 'Name must be unique'],
  ])('%j is refused', async (groupName, reason) => {
    expect(await actor.refusal('CreateUserGroup', { groupName })).toContain(reason);
  });
});

describe('a role', () => {
  it('owner is taken and given back', async () => {
    const done = await actor.act('RemoveRole', { accountId: '4', roleId: 'owner' });
    expect(server.state.members.get('dan')).toBe('member');
    await done.undo();
    expect(server.state.members.get('dan')).toBe('admin');
  });

  it('owner of the last owner stays', async () => {
    server.state.members.set('dan', 'member');
    expect(await actor.refusal('RemoveRole', { accountId: '1', roleId: 'owner' })).toContain('without an owner');
  });

  it('that comes through a team is not the person’s', async () => {
    expect(await actor.observe('AssignRole', { accountId: '3', roleId: 'organization-role:501' })).toEqual({
      assigned: false,
    });
  });

  it.each([
    ['1', 'member', 'cannot be undone'],
    ['1', 'repository-role:601', 'given on each repository'],
    ['1', '../x', 'there is no role with the id ../x'],
    ['9', 'organization-role:502', 'eve is no member of the organisation'],
    ['9', 'owner', 'eve is no member of the organisation'],
    ['repo:acme/shop', 'owner', 'only people are in teams and have roles'],
  ])('%s gets no %s', async (accountId, roleId, reason) => {
    const before = look();
    expect(await actor.refusal('AssignRole', { accountId, roleId })).toContain(reason);
    expect(look()).toBe(before);
  });
});
