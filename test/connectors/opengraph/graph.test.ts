// Graphs in BloodHound's OpenGraph form.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opengraph } from '../../../connectors/opengraph/index.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import {
  gapsOf,
  type Reading,
  readSource,
  recordOf,
  recordsOf,
  rejectionsOf,
} from '../../support/simulators/reading.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-opengraph-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (document: unknown) => {
  const path = join(folder, `graph-${++made}.json`);
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
  return path;
};
const graph = (nodes: readonly object[], edges: readonly object[]) => ({
  graph: { nodes, edges },
  metadata: { source_kind: 'Shop' },
});
const node = (id: string, kind: string, properties: object = {}) => ({ id, kinds: [kind, 'Shop'], properties });
const edge = (start: string, kind: string, end: string, properties: object = {}) => ({
  ...{ kind, properties, start: { match_by: 'id', value: start }, end: { value: end } },
});
const read = (document: unknown, settings: object = {}) => readSource(opengraph, { path: file(document), ...settings });

const nodes = [
  node('u1', 'User', { name: 'ADA', email: 'ada@example.org', enabled: true, password_hash: 'abc', level: 3 }),
  node('u2', 'User', { name: 'BOB' }),
  node('m1', 'Computer', { name: 'WEB' }),
  node('g1', 'Group', { name: 'OPS' }),
  node('r1', 'Role', { name: 'READER' }),
  node('d1', 'Database', { displayname: 'Orders' }),
  node('t1', 'Table', { name: 'LINES' }),
];
const edges = [
  edge('u1', 'MemberOf', 'g1'),
  edge('g1', 'MemberOf', 'r1'),
  edge('u2', 'MemberOf', 'S-1-5-21-1-512'),
  edge('d1', 'Contains', 't1'),
  edge('r1', 'CanRead', 'd1', { since: '2026-01-01', api_token: 'abc' }),
  edge('g1', 'AdminTo', 'm1'),
  edge('u2', 'AddMember', 'g1'),
  edge('S-1-5-21-9', 'Owns', 'd1'),
];

describe('a graph', () => {
  let reading: Reading;
  beforeAll(async () => {
    reading = await read(graph(nodes, edges));
  });
  const ids = (type: string) => recordsOf(reading, type).map(({ id }) => id);
  const specifiersOf = (id: string) =>
    recordOf(reading, 'EntityAssignedAccessToObject', id)!['entitlementSpecification'] as Record<string, unknown>;

  it('lands without gaps and rejections, and without secrets', () => {
    expect(misfitsOf(reading)).toEqual([]);
    expect(gapsOf(reading)).toEqual([]);
    expect(JSON.stringify([...reading.values()].map(({ records }) => [...records]))).not.toContain('abc');
  });

  it('has accounts, groups and roles by their kinds, and every node as a resource', () => {
    expect(recordOf(reading, 'Account', 'u1')).toMatchObject({
      alias: 'ADA',
      email: 'ada@example.org',
      enabled: true,
      type: 'User',
    });
    expect(recordOf(reading, 'Account', 'u2')).not.toHaveProperty('enabled');
    expect(recordOf(reading, 'Account', 'm1')).toMatchObject({ type: 'Machine' });
    expect(ids('UserGroup')).toEqual(['g1', 'S-1-5-21-1-512', 'S-1-5-21-9']);
    expect(ids('Role')).toEqual(['r1']);
    expect(ids('ResourceInstance')).toEqual([...nodes.map(({ id }) => id), 'S-1-5-21-1-512', 'S-1-5-21-9']);
    expect(recordOf(reading, 'ResourceInstance', 'd1')).toMatchObject({ name: 'Orders', resourceClass: 'Database' });
  });

  it('has memberships, containment and rights by the kinds of edges', () => {
    expect(ids('EntityManagedViaObject')).toEqual([
      'Account:u1>UserGroup:g1',
      'UserGroup:g1>Role:r1',
      'Account:u2>UserGroup:S-1-5-21-1-512',
    ]);
    expect(recordsOf(reading, 'ResourceInstanceContainsResourceInstance')).toMatchObject([
      { parentId: 'd1', childId: 't1' },
    ]);
    expect(ids('EntityAssignedAccessToObject')).toEqual([
      'Role:r1>ResourceInstance:d1#CanRead',
      'UserGroup:g1>ResourceInstance:m1#AdminTo',
      'Account:u2>ResourceInstance:g1#AddMember',
      'UserGroup:S-1-5-21-9>ResourceInstance:d1#Owns',
    ]);
    const permissions = (fineGrainedSpecifiers: readonly string[]) => ({
      reasonSpecificData: { permissions: { fineGrainedSpecifiers } },
    });
    expect(specifiersOf('Role:r1>ResourceInstance:d1#CanRead')).toMatchObject(permissions(['CanRead']));
    expect(specifiersOf('UserGroup:g1>ResourceInstance:m1#AdminTo')).toMatchObject(
      permissions(['AdminTo', 'impersonate']),
    );
    expect(specifiersOf('Account:u2>ResourceInstance:g1#AddMember')).toMatchObject(
      permissions(['AddMember', 'add-member']),
    );
  });

  it('keeps the rules of connectors', async () => {
    expect(await brokenRules(opengraph, { path: file(graph(nodes, edges)) })).toEqual([]);
  });
});

it('kinds mean what the settings say', async () => {
  const document = graph(
    [node('l', 'Login'), node('s', 'ServerRole'), node('u', 'Login')],
    [edge('l', 'In', 's'), edge('l', 'ImpersonateLogin', 'u')],
  );
  const settings = {
    users: ['Login'],
    roles: ['ServerRole'],
    memberships: ['In'],
    impersonations: ['ImpersonateLogin'],
  };
  const reading = await read(document, settings);
  expect(recordsOf(reading, 'EntityManagedViaObject').map(({ id }) => id)).toEqual(['Account:l>Role:s']);
  expect(JSON.stringify(recordsOf(reading, 'EntityAssignedAccessToObject'))).toContain(
    '["ImpersonateLogin","impersonate"]',
  );
  // Without them nobody holds these edges, and the ledger says so.
  expect(gapsOf(await read(document))).toMatchObject([
    { subject: 'In', missing: 'fields', message: expect.stringMatching(/^1 edges of this kind start at nodes/) },
    { subject: 'ImpersonateLogin', missing: 'fields' },
  ]);
});

it('ends are found by name and by properties, with their kinds', async () => {
  const twins = [
    node('a', 'User', { name: 'ADA', mail: 'x' }),
    node('b', 'Group', { name: 'ADA' }),
    node('c', 'Database', { port: 1 }),
  ];
  const by = (start: object, end: object) => graph(twins, [{ kind: 'CanRead', start, end }]);
  const named = { match_by: 'name', value: 'ada' };
  const port = { match_by: 'property', property_matchers: [{ key: 'port', operator: 'equals', value: 1 }] };
  const found = await read(by({ ...named, kind: 'User' }, port));
  expect(recordsOf(found, 'EntityAssignedAccessToObject').map(({ id }) => id)).toEqual([
    'Account:a>ResourceInstance:c#CanRead',
  ]);
  const reasonOf = async (document: unknown) => rejectionsOf(await read(document))[0]?.reasons[0];
  expect(await reasonOf(by(named, port))).toBe('2 nodes have the name `ada`');
  expect(await reasonOf(by({ match_by: 'name', value: 'eve' }, port))).toBe('no node has the name `eve`');
  expect(await reasonOf(by({ ...named, kind: 'User' }, { match_by: 'property', property_matchers: [] }))).toBe(
    'no node has these properties',
  );
});

it('files of a folder are one graph', async () => {
  const path = join(folder, 'parts');
  mkdirSync(path);
  writeFileSync(join(path, 'nodes.json'), `\uFEFF${JSON.stringify(graph(nodes, []))}`);
  writeFileSync(join(path, 'edges.json'), JSON.stringify({ graph: { edges } }));
  const reading = await readSource(opengraph, { path });
  expect(recordsOf(reading, 'EntityManagedViaObject')).toHaveLength(3);
});

describe('bad input', () => {
  it('a node twice with other content is rejected, and stays as it was', async () => {
    const reading = await read(graph([node('a', 'User'), node('a', 'Group')], []));
    expect(rejectionsOf(reading)).toContainEqual(expect.objectContaining({ type: 'Account', id: 'a' }));
  });

  it('nodes without ids and edges without kinds are rejected, and nothing is dropped', async () => {
    const reading = await read(graph([{ kinds: ['User'] }], [{ start: {}, end: {} }]));
    const rejected = rejectionsOf(reading).filter(({ type }) => type === 'UserGroup');
    expect(rejected.map(({ reasons }) => reasons[0])).toEqual(['a node has no id', 'an edge has no kind']);
    expect(rejected[0]).not.toHaveProperty('id');
  });

  it.each([
    ['a file that is cut off', '{"graph":{"nodes":[', /is not JSON \(copy/],
    ['another document', { data: [], meta: {} }, /has no `graph` with nodes or edges \(name files of the form/],
    ['a graph that is a list', { graph: [] }, /has no `graph` with nodes or edges/],
  ])('refuses %s', async (_, document, expected) => {
    await expect(read(document)).rejects.toThrow(expected);
  });
});
