// Changes of a GitHub organisation, their refusals, and that they can be undone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import { fillOrganisation, githubRepository } from '../../support/simulators/github/organisation.ts';

let server: GithubSimulator;
let actor: Actor;
const settings = () => ({ url: server.url, organization: 'acme', token: githubToken, repository_levels: 'all' });
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
    [...server.state.invitedToTeams].map(([team, people]) => [team, ...people.keys()].join()),
    [...server.state.collaborators].map(([id, people]) => [id, ...[...people].flat()].join()).toSorted(),
    [...server.state.repositoryInvitations.values()].flat(),
  ]);

it('keeps the rules of the contract', async () => {
  const changes = {
    ...{ AddGroupMember: { accountId: '1', groupId: '11' }, RemoveGroupMember: { accountId: '3', groupId: '12' } },
    ...{
      AssignRole: { accountId: '3', roleId: 'organization-role:502' },
      RemoveRole: { accountId: '4', roleId: 'owner' },
    },
    CreateUserGroup: { groupName: 'A "new" team' },
  };
  const ofRepository = {
    AssignRole: { accountId: '3', roleId: 'repository:101:maintain' },
    RemoveRole: { accountId: '2', roleId: 'repository:102:release manager' },
  };
  for (const each of [changes, ofRepository]) {
    const rules = await testConnector(github, { settings: settings(), baseFolder: '/', changes: each });
    expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
    expect(await faultsThroughService(github, settings(), each, look)).toEqual([]);
  }
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

  it('who is no member of the organisation is invited, and undoing cancels the invitation', async () => {
    const before = look();
    const done = await actor.act('AddGroupMember', { accountId: '9', groupId: '11' });
    expect(done.after).toEqual({ role: 'member', invited: true });
    expect(done.pending).toContain('has to accept the invitation to the organisation');
    expect([...server.state.invited]).toEqual([['eve', 'member']]);
    await done.undo();
    expect([...server.state.invited]).toEqual([]);
    expect(JSON.parse(look()).slice(0, 4)).toEqual(JSON.parse(before).slice(0, 4));
  });

  it('who was invited before stays invited when the change is undone', async () => {
    server.state.invited.set('eve', 'admin');
    const done = await actor.act('AddGroupMember', { accountId: '9', groupId: '11' });
    await done.undo();
    expect([...server.state.invited]).toEqual([['eve', 'admin']]);
    expect([...server.state.invitedToTeams.get('11')!]).toEqual([]);
  });

  it('who has accepted meanwhile is not taken out of the organisation', async () => {
    const done = await actor.act('AddGroupMember', { accountId: '9', groupId: '11' });
    server.state.invited.delete('eve');
    server.state.members.set('eve', 'member');
    await expect(done.undo()).rejects.toThrow('changed meanwhile');
    expect(server.state.members.has('eve')).toBe(true);
  });

  it('who accepts while the change is undone is not taken out of the organisation', async () => {
    const done = await actor.act('AddGroupMember', { accountId: '9', groupId: '11' });
    server.fault = (_call, route) => {
      if (route === 'DELETE /organizations/:org/team/:team/memberships/:login') {
        server.state.invited.delete('eve');
        server.state.members.set('eve', 'member');
      }
      return undefined;
    };
    await expect(done.undo()).rejects.toThrow();
    expect(server.state.members.has('eve')).toBe(true);
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
    ['1', 'member', 'an owner becomes a member when the role owner is removed'],
    ['1', 'repository-role:601', 'given on each repository'],
    ['1', 'repository:999:push', 'the organisation has no repository with the number 999'],
    ['1', 'repository:104:push', 'the organisation has no repository with the number 104'],
    ['1', 'repository:101:wizard', 'no custom role of repositories that is called "wizard"'],
    ['1', 'repository:103:push', 'archived'],
    ['1', '../x', 'there is no role with the id ../x'],
    ['9', 'organization-role:502', 'eve is no member of the organisation'],
    ['repo:acme/shop', 'owner', 'only people are in teams and have roles'],
  ])('%s gets no %s', async (accountId, roleId, reason) => {
    server.state.repositories.set('104', githubRepository(104, 'foreign', { owner: { login: 'other', id: 2000 } }));
    const before = look();
    expect(await actor.refusal('AssignRole', { accountId, roleId })).toContain(reason);
    expect(look()).toBe(before);
  });

  it.each(['owner', 'member'])('%s of somebody who is no member is an invitation', async roleId => {
    const done = await actor.act('AssignRole', { accountId: '9', roleId });
    expect(done.pending).toContain('has to accept the invitation to the organisation');
    expect([...server.state.invited]).toEqual([['eve', roleId === 'owner' ? 'admin' : 'member']]);
    await done.undo();
    expect([...server.state.invited]).toEqual([]);
  });

  it('member is taken from who was only invited, and from nobody else', async () => {
    server.state.invited.set('eve', 'member');
    const done = await actor.act('RemoveRole', { accountId: '9', roleId: 'member' });
    expect([...server.state.invited]).toEqual([]);
    await done.undo();
    expect([...server.state.invited]).toEqual([['eve', 'member']]);
    expect(await actor.refusal('RemoveRole', { accountId: '2', roleId: 'member' })).toContain('cannot be undone');
  });
});

describe('a level of a repository', () => {
  const collaborators = (id: string) =>
    [...(server.state.collaborators.get(id) ?? [])].map(([login, role]) => `${login} ${role}`);
  const invitations = (id: string) =>
    (server.state.repositoryInvitations.get(id) ?? []).map(({ permissions }) => permissions);

  it.each([
    ['3', 'repository:102:push', [], 'cora push'],
    ['2', 'repository:102:admin', ['bert release manager'], 'bert admin'],
    ['9', 'repository:101:release manager', ['eve triage', 'ada pull'], 'eve release manager'],
  ])('of %s becomes %s, and comes back', async (accountId, roleId, before, expected) => {
    const id = roleId.split(':')[1]!;
    const all = collaborators(id);
    expect(all).toEqual(expect.arrayContaining(before));
    const done = await actor.act('AssignRole', { accountId, roleId });
    expect(done.pending).toBeUndefined();
    expect(collaborators(id)).toContain(expected);
    await done.undo();
    expect(collaborators(id)).toEqual(all);
  });

  it('of somebody who is no member is an invitation, which undoing withdraws', async () => {
    const done = await actor.act('AssignRole', { accountId: '9', roleId: 'repository:102:push' });
    expect(done.after).toEqual({ level: null, invited: 'push' });
    expect(done.pending).toContain('has to accept the invitation to the repository');
    expect(invitations('102')).toEqual(['write']);
    await done.undo();
    expect(invitations('102')).toEqual([]);
  });

  it('replaces that of a pending invitation, and of one that has expired', async () => {
    await actor.act('AssignRole', { accountId: '9', roleId: 'repository:102:pull' });
    const done = await actor.act('AssignRole', { accountId: '9', roleId: 'repository:102:admin' });
    expect(invitations('102')).toEqual(['admin']);
    await done.undo();
    expect(invitations('102')).toEqual(['read']);
    server.state.repositoryInvitations.get('102')![0]!['expired'] = true;
    const again = await actor.act('AssignRole', { accountId: '9', roleId: 'repository:102:pull' });
    expect(again.wasApplied).toBe(true);
    expect(invitations('102')).toEqual(['read']);
  });

  it('is taken from a member and comes back; another level stays', async () => {
    const done = await actor.act('RemoveRole', { accountId: '1', roleId: 'repository:101:pull' });
    expect(collaborators('101')).toEqual(['eve triage']);
    await done.undo();
    expect(collaborators('101')).toEqual(['eve triage', 'ada pull']);
    const other = await actor.act('RemoveRole', { accountId: '1', roleId: 'repository:101:push' });
    expect(other.wasApplied).toBe(false);
  });

  it('of somebody who is no member comes back by a new invitation, and undoing says so', async () => {
    const done = await actor.act('RemoveRole', { accountId: '9', roleId: 'repository:101:triage' });
    expect(collaborators('101')).toEqual(['ada pull']);
    await expect(done.undo()).rejects.toThrow('GitHub has invited eve again');
    expect(invitations('101')).toEqual(['triage']);
  });

  it('that comes through a team is not the person’s', async () => {
    expect(await actor.observe('AssignRole', { accountId: '3', roleId: 'repository:101:push' })).toEqual({
      ...{ level: null, invited: null },
    });
  });
});

it('reads single members again, and says which are gone', async () => {
  const fresh = await openActor(github, settings());
  const { records, gone } = await fresh.accounts(['1', '999']);
  expect(records.map(({ id, alias }) => ({ id, alias }))).toEqual([{ id: '1', alias: 'Ada' }]);
  expect(gone).toEqual(['999']);
  await fresh.close();
});
