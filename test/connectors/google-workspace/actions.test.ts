// Changes of a Google Workspace customer, their refusals, and that they can be undone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleWorkspace } from '../../../connectors/google-workspace/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { type GoogleSimulator, startGoogle } from '../../support/simulators/google/google.ts';
import { fillCustomer, settingsFor } from '../../support/simulators/google/organisation.ts';

let server: GoogleSimulator;
let actor: Actor;
beforeAll(async () => {
  server = await startGoogle();
  fillCustomer(server.state);
  actor = await openActor(googleWorkspace, settingsFor(server.url));
});
beforeEach(() => {
  server.fault = undefined;
  fillCustomer(server.state);
});
afterAll(async () => {
  await actor.close();
  await server.close();
});

it('keeps the rules of the contract', async () => {
  const changes = {
    ...{ DisableAccount: { accountId: '2' }, EnableAccount: { accountId: '2' } },
    AddGroupMember: { accountId: '4', groupId: '01' },
    RemoveGroupMember: { accountId: '2', groupId: '01' },
    ...{ AssignRole: { accountId: '2', roleId: '91' }, RemoveRole: { accountId: '1', roleId: '90' } },
    CreateUserGroup: { groupName: 'A "new" group' },
  };
  const rules = await testConnector(googleWorkspace, { settings: settingsFor(server.url), baseFolder: '/', changes });
  expect(rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`))).toEqual([]);
});

describe('a user', () => {
  it('is suspended, and back', async () => {
    const done = await actor.act('DisableAccount', { accountId: '2' });
    expect(server.state.users.get('2')!['suspended']).toBe(true);
    await done.undo();
    expect(server.state.users.get('2')!['suspended']).toBe(false);
  });

  it.each([
    ['DisableAccount', '7', 'the service acts as this administrator'],
    ['DisableAccount', '5', 'the user is archived'],
    ['EnableAccount', '6', 'Google itself has suspended the user (ABUSE)'],
    ['DisableAccount', 'nobody', 'there is no user with the id nobody'],
    ['DisableAccount', 'bert@example.org', 'there is no user with the id bert@example.org'],
    ['DisableAccount', '../groups/01', 'there is no user with the id ../groups/01'],
  ] as const)('%s of %s is refused', async (operation, accountId, reason) => {
    expect(await actor.refusal(operation, { accountId })).toContain(reason);
  });
});

describe('a group', () => {
  it('gives an owner their role back', async () => {
    const done = await actor.act('RemoveGroupMember', { accountId: '1', groupId: '01' });
    expect(server.state.members.get('01')!.has('1')).toBe(false);
    await done.undo();
    expect(server.state.members.get('01')!.get('1')).toMatchObject({ role: 'OWNER' });
  });

  it.each([
    ['C1', 'all users of the organisation are in this group'],
    ['nothing', 'there is no group with the id nothing'],
  ])('%s is refused', async (groupId, reason) => {
    expect(await actor.refusal('AddGroupMember', { accountId: '2', groupId })).toContain(reason);
  });

  it.each([
    ['Équipe Nord', 'quipe-nord@example.org'],
    ['Sales & Co.', 'sales-co@example.org'],
  ])('with the name %s has the address %s', async (groupName, email) => {
    const done = await actor.act('CreateUserGroup', { groupName });
    expect(server.state.groups.get(done.createdId!)).toMatchObject({ name: groupName, email });
  });

  it('whose address is taken, or cannot be made, is refused', async () => {
    expect(await actor.refusal('CreateUserGroup', { groupName: 'ENG' })).toContain('Entity already exists');
    expect(await actor.refusal('CreateUserGroup', { groupName: '営業' })).toContain(
      'from which an address can be made',
    );
  });

  it('that somebody has joined is not deleted by undoing', async () => {
    const done = await actor.act('CreateUserGroup', { groupName: 'joined' });
    server.state.members.set(done.createdId!, new Map([['1', { id: '1' }]]));
    await expect(done.undo()).rejects.toThrow('is not as it was created');
  });
});

it('a role in a unit is refused, and one in the organisation is not mixed up with it', async () => {
  expect(await actor.refusal('RemoveRole', { accountId: '4', roleId: '91@s' })).toContain(
    'limited to an organisational unit',
  );
  const done = await actor.act('AssignRole', { accountId: '4', roleId: '91' });
  await done.undo();
  expect(server.state.assignments.filter(({ assignedTo }) => assignedTo === '4')).toMatchObject([
    { scopeType: 'ORG_UNIT' },
  ]);
});
