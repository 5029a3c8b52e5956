// Where services show members, and how they write them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { type Endpoints, readScim, scriptScim, startScripted, user } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

async function memberships(endpoints: Endpoints) {
  scriptScim(server, endpoints);
  const { records, gaps, rejected } = await readScim(server, 'EntityManagedViaObject');
  const short = { Account: 'a', UserGroup: 'g', Role: 'r' };
  const of = (type: unknown, id: unknown) => `${short[type as keyof typeof short]}:${id}`;
  const pairs = records.map(({ entityType, entityId, managedViaObjectType, managedViaObjectId }) =>
    [of(entityType, entityId), of(managedViaObjectType, managedViaObjectId)].join(' in '),
  );
  return { pairs, gaps, rejected };
}

const group = (id: string, members?: unknown) => ({
  id,
  displayName: `group ${id}`,
  ...(members !== undefined && { members }),
});
const users = [user('1'), user('2')];

describe('members are found', () => {
  it('in the list of groups, in every form', async () => {
    const Groups = [
      group('a', [
        { value: '1' },
        { value: '2', type: 'user' },
        { value: 'b', type: 'Group' },
        { value: 'c', $ref: 'https://h/scim/v2/Groups/c' },
        { $ref: '../Users/3' },
        '4',
        { value: 'd' },
        { value: '1', display: 'twice' },
      ]),
      group('b', { value: '2' }),
      group('c', null),
      group('d'),
    ];
    expect(await memberships({ Users: users, Groups })).toEqual({
      pairs: ['a:1', 'a:2', 'g:b', 'g:c', 'a:3', 'a:4', 'g:d'].map(member => `${member} in g:a`).concat('a:2 in g:b'),
      gaps: [],
      rejected: [],
    });
  });

  it('at single groups, when lists leave them out', async () => {
    const found = await memberships({
      Users: users,
      Groups: [group('a'), group('b', [])],
      other: ({ path }) => (path === '/Groups/b' ? { body: group('b', [{ value: '1' }]) } : { status: 404 }),
    });
    expect(found).toEqual({ pairs: ['a:1 in g:b'], gaps: [], rejected: [] });
  });

  it('at single groups, of which one cannot be read', async () => {
    const { pairs, gaps } = await memberships({
      Users: users,
      Groups: [group('a'), group('b')],
      other: ({ path }) =>
        path === '/Groups/a' ? { body: group('a', [{ value: '1' }]) } : { status: path === '/Groups/b' ? 403 : 404 },
    });
    expect(pairs).toEqual(['a:1 in g:a']);
    expect(gaps).toEqual([
      {
        ...{ reason: 'forbidden', subject: `GET ${server.url}/Groups/b`, message: '403: {}', missing: 'objects' },
        within: { field: 'managedViaObjectId', is: ['b'] },
      },
    ]);
  });

  it('at single groups, of which the first cannot be read', async () => {
    const { pairs, gaps } = await memberships({
      Users: users,
      Groups: [group('a'), group('b')],
      other: ({ path }) =>
        path === '/Groups/b' ? { body: group('b', [{ value: '1' }]) } : { status: path === '/Groups/a' ? 500 : 404 },
    });
    expect(pairs).toEqual(['a:1 in g:b']);
    expect(gaps).toMatchObject([{ reason: 'failed', subject: `GET ${server.url}/Groups/a` }]);
  });

  it('at users, when groups never have any', async () => {
    const { pairs, gaps } = await memberships({
      Users: [
        user('1', {
          groups: [
            { value: 'a', type: 'direct' },
            { value: 'b', type: 'indirect' },
          ],
        }),
        user('2'),
      ],
      Groups: [group('a', []), group('b', [])],
      other: ({ path }) =>
        path.startsWith('/Groups/') ? { body: group(path.slice('/Groups/'.length), []) } : { status: 404 },
    });
    expect(pairs).toEqual(['a:1 in g:a']);
    expect(gaps).toEqual([
      {
        reason: 'unsupported',
        subject: `GET ${server.url}`,
        message: 'the service shows members at users only, so groups within groups are not seen',
        missing: 'fields',
      },
    ]);
  });

  it('nowhere, and the ledger says so, because the groups may have members', async () => {
    const { pairs, gaps } = await memberships({ Users: users, Groups: [group('a', [])] });
    expect(pairs).toEqual([]);
    expect(gaps).toMatchObject([{ reason: 'unsupported', missing: 'objects' }]);
  });
});

describe('a group of 50,000 members', () => {
  it('is read in pages', async () => {
    const members = Array.from({ length: 50_000 }, (_, index) => ({ value: `u${index}`, type: 'User' }));
    const { pairs, gaps } = await memberships({ Users: users, Groups: [group('a', members)] });
    expect(new Set(pairs).size).toBe(50_000);
    expect(gaps).toEqual([]);
  });
});

describe('ids', () => {
  it('that are UUIDs and change case are the same object', async () => {
    const id = 'A1B2C3D4-0000-4000-8000-00000000ABCD';
    const endpoints = { Users: [user(id)], Groups: [group('a', [{ value: id.toLowerCase() }])] };
    expect((await memberships(endpoints)).pairs).toEqual([`a:${id.toLowerCase()} in g:a`]);
    expect((await readScim(server, 'Account')).records).toMatchObject([{ id: id.toLowerCase() }]);
  });
});

describe('roles', () => {
  it('are those of all users, each once, in every form', async () => {
    const Users = [
      user('1', { roles: [{ value: 'admin', display: 'Admin' }, { value: 'admin' }] }),
      user('2', { roles: ['admin', 'reader', { display: 'no value' }] }),
      user('3', { roles: 'writer' }),
    ];
    scriptScim(server, { Users });
    const { records } = await readScim(server, 'Role');
    expect(records.map(({ id, name }) => [id, name])).toEqual([
      ['role:admin', 'Admin'],
      ['role:reader', 'reader'],
      ['role:writer', 'writer'],
    ]);
    expect((await memberships({ Users })).pairs).toEqual([
      'a:1 in r:role:admin',
      'a:2 in r:role:admin',
      'a:2 in r:role:reader',
      'a:3 in r:role:writer',
    ]);
  });
});
