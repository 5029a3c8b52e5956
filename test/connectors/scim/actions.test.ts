// Changes of a real SCIM server, compared with what its API tells.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { isTransient } from '../../../src/connector/transient.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { type ScimServer, startScimServer } from '../../support/scim/scim.ts';
import type { Item } from '../../support/service/service.ts';

let server: ScimServer;
let actor: Actor;
let ann: Item;
let ben: Item;
let team: Item;
const settings = () => ({ url: server.url, authentication: { bearer_token: server.token } });

beforeAll(async () => {
  server = await startScimServer();
  const person = (userName: string, more: object = {}) =>
    server.create('Users', { userName, name: { familyName: 'Müller' }, active: true, ...more });
  ann = await person('ann', { roles: [{ value: 'a"] or [b', display: 'Quoted', primary: true }, { value: 'reader' }] });
  ben = await person('ben', { roles: [{ value: 'reader' }], externalId: 'hr-1' });
  const inner = await server.create('Groups', { displayName: 'inner' });
  team = await server.create('Groups', {
    displayName: 'team',
    members: [
      { value: ann.id, type: 'User' },
      { value: inner.id, type: 'Group' },
    ],
  });
  actor = await openActor(scim, settings());
});
afterAll(async () => {
  await actor.close();
  await server.kill();
});

/** A resource as the server tells it, without the time of its last change. */
async function told(endpoint: string, { id }: Item): Promise<Item> {
  const { meta, ...resource } = await server.ask(`${endpoint}/${id}`);
  return resource;
}
const membersOf = async (group: Item) =>
  ((await told('Groups', group)).members ?? []).map(({ value }: Item) => value).toSorted();
const groupsNamed = async (name: string): Promise<Item[]> =>
  (await server.ask('Groups?startIndex=1&count=100')).Resources.filter(({ displayName }: Item) => displayName === name);

/** All groups, without the times of their last changes. */
const allGroups = async () =>
  (await server.ask('Groups?startIndex=1&count=100')).Resources.map(({ meta, ...group }: Item) => group);

describe('a user', () => {
  it('is disabled and enabled, and nothing else of it changes', async () => {
    const before = await told('Users', ben);
    const target = { accountId: ben.id };
    const done = await actor.act('DisableAccount', target);
    expect(await told('Users', ben)).toEqual({ ...before, active: false });
    await actor.act('ActivateAccount', target);
    expect(await told('Users', ben)).toEqual(before);
    await actor.act('DisableAccount', target);
    const enabled = await actor.act('EnableAccount', target);
    expect(await told('Users', ben)).toEqual(before);
    await enabled.undo();
    expect((await told('Users', ben)).active).toBe(false);
    await done.undo();
    expect(await told('Users', ben)).toEqual(before);
  });

  it.each(['reader', 'a"] or [b', 'x', '") or (value pr'])(
    'gets and loses the role %j, and keeps the others',
    async value => {
      const before = await told('Users', ann);
      const target = { accountId: ann.id, roleId: `role:${value}` };
      const others = () => before.roles.filter((role: Item) => role.value !== value);
      const assigned = await actor.act('AssignRole', target);
      const roles = (await told('Users', ann)).roles.map((role: Item) => role.value).toSorted();
      expect(roles).toEqual([...others().map((role: Item) => role.value), value].toSorted());
      const removed = await actor.act('RemoveRole', target);
      expect((await told('Users', ann)).roles).toEqual(others());
      await removed.undo();
      await assigned.undo();
      const { roles: restored, ...rest } = await told('Users', ann);
      expect({ ...rest, roles: restored.toSorted(byValue) }).toEqual({
        ...before,
        roles: before.roles.toSorted(byValue),
      });
    },
  );

  it('that is gone is refused', async () => {
    const leaver = await server.create('Users', { userName: 'leaver', active: true });
    const done = await actor.act('DisableAccount', { accountId: leaver.id });
    await server.ask(`Users/${leaver.id}`, 'DELETE');
    await expect(done.undo()).rejects.toThrow(/has no user with the id .* may have been deleted/);
    for (const accountId of ['', '.', '..', '../Groups', `${ben.id}/../${ann.id}`, `${ben.id}?x`, team.id])
      expect(await actor.refusal('DisableAccount', { accountId }), accountId).toMatch(/has no user with the id/);
    expect(await actor.refusal('AssignRole', { accountId: ben.id, roleId: 'reader' })).toMatch(
      /has no role with the id/,
    );
  });
});

const byValue = (one: Item, other: Item) => (one.value < other.value ? -1 : 1);

describe('a group', () => {
  it('gets and loses one member, and keeps what others did', async () => {
    const before = await told('Groups', team);
    const added = await actor.act('AddGroupMember', { accountId: ben.id, groupId: team.id });
    expect(await membersOf(team)).toEqual([...before.members.map(({ value }: Item) => value), ben.id].toSorted());
    const cat = await server.create('Users', { userName: 'cat' });
    await server.ask(`Groups/${team.id}`, 'PATCH', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: 'members', value: [{ value: cat.id, type: 'User' }] }],
    });
    await added.undo();
    expect((await told('Groups', team)).members).toEqual([...before.members, { value: cat.id, type: 'User' }]);
    const removed = await actor.act('RemoveGroupMember', { accountId: cat.id, groupId: team.id });
    expect(await told('Groups', team)).toEqual(before);
    await removed.undo();
    expect((await told('Groups', team)).members).toContainEqual({ value: cat.id, type: 'User' });
    await actor.act('RemoveGroupMember', { accountId: cat.id, groupId: team.id });
    expect(await actor.refusal('AddGroupMember', { accountId: ben.id, groupId: ben.id })).toMatch(/has no group/);
  });

  it.each(['*)(uid=*', 'a,b=c+d"', '" or displayName pr or "', 'back\\slash', ' blanks ', 'Zoë 🦊\n'])(
    'is created with the name %j, and deleted again',
    async displayName => {
      const before = (await server.ask('Groups?startIndex=1&count=100')).Resources;
      const done = await actor.act('CreateUserGroup', { groupName: displayName });
      expect(await groupsNamed(displayName)).toMatchObject([{ id: done.createdId }]);
      const added = await actor.act('AddGroupMember', { accountId: ben.id, groupId: done.createdId! });
      await expect(done.undo()).rejects.toThrow(/changed meanwhile/);
      await added.undo();
      await done.undo();
      expect((await server.ask('Groups?startIndex=1&count=100')).Resources).toEqual(before);
    },
  );

  it('is not created again, and not deleted when it was there before', async () => {
    const done = await actor.act('CreateUserGroup', { groupName: 'team' });
    expect(done.createdId).toBe(team.id);
    await done.undo();
    expect(await groupsNamed('team')).toHaveLength(1);
    expect(await actor.refusal('CreateUserGroup', { groupName: ' ' })).toMatch(/not blank/);
  });
});

it('keeps the rules of the contract', async () => {
  const [accountId, groupId] = [ben.id, team.id];
  const rules = await testConnector(scim, {
    settings: settings(),
    baseFolder: '/',
    changes: {
      ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, ActivateAccount: { accountId } },
      ...{ AddGroupMember: { accountId, groupId }, RemoveGroupMember: { accountId: ann.id, groupId } },
      ...{ AssignRole: { accountId, roleId: 'role:new' }, RemoveRole: { accountId, roleId: 'role:reader' } },
      CreateUserGroup: { groupName: '") or (id pr' },
    },
  });
  const look = async () => JSON.stringify([await told('Users', ann), await told('Users', ben), await allGroups()]);
  const changes = {
    ...{ DisableAccount: { accountId }, EnableAccount: { accountId }, CreateUserGroup: { groupName: 'made' } },
    ...{ AddGroupMember: { accountId, groupId }, RemoveGroupMember: { accountId: ann.id, groupId } },
  };
  expect(await faultsThroughService(scim, settings(), changes, look)).toEqual([]);
  // A role of SCIM is a value of users and no object, so there is none that does not exist.
  const anyRole = 'observe of a target with an unknown roleId gives an image; throw ChangeRefused';
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual(
    ['AssignRole', 'RemoveRole'].map(name => `refuses a target that does not exist: ${name}: ${anyRole}`),
  );
});

it('reads single users again, and says which are gone', async () => {
  const { id } = await server.create('Users', { userName: 'short-lived', active: true });
  const before = await actor.accounts([id, ben.id]);
  expect(before.records.map(({ alias }) => alias).toSorted()).toEqual(['ben', 'short-lived']);
  await server.ask(`Users/${id}`, 'DELETE');
  const { records, gone } = await actor.accounts([id, ben.id, '../Groups']);
  expect(records.map(({ alias }) => alias)).toEqual(['ben']);
  expect(gone.toSorted()).toEqual(['../Groups', id].toSorted());
});

// The server stays away after it.
it('is tried again when the server was killed in mid-change', async () => {
  const { met } = await server.hold(`Users/${ben.id}`);
  const failure = actor.act('DisableAccount', { accountId: ben.id }).catch((error: unknown) => error);
  await met;
  await server.kill();
  expect(isTransient(await failure)).toBe(true);
});
