// Groups in groups in roles: memberships, the access that they give, and the paths.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelDatabase, openModels } from '../support/model-database.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const group = (id: string) => ({ id, name: `group ${id}`, type: 'Security' });
const role = (id: string) => ({ id, name: `role ${id}`, type: 'Custom' });
const account = (id: string) => ({ id, alias: id, type: 'User' });
const kindOf = (id: string) => (id.startsWith('r') ? 'Role' : id.startsWith('a') ? 'Account' : 'UserGroup');
const inside = (entityId: string, managedViaObjectId: string) => ({
  id: `${entityId} in ${managedViaObjectId}`,
  entityId,
  entityType: kindOf(entityId),
  managedViaObjectId,
  managedViaObjectType: kindOf(managedViaObjectId),
});
const grant = (entityId: string, assignedObjectId: string, permissions = {}) => ({
  id: `${entityId} may ${assignedObjectId}`,
  entityId,
  entityType: kindOf(entityId),
  assignedObjectId,
  assignedObjectType: 'ResourceInstance',
  entitlementSpecification: {
    reason: 'AccessControl',
    reasonSpecificData: { type: 'Grant', name: `use ${assignedObjectId}`, permissions },
  },
});

/** A random graph of 24 groups, with cycles, as edges between their numbers. */
const randomEdges = fc
  .sample(fc.tuple(fc.nat(23), fc.nat(23)), { numRuns: 40, seed: 11 })
  .map(([from, to]) => [`x${from}`, `x${to}`] as const);

const edges = [
  ...[1, 2, 3, 4].map(step => [`g${step}`, `g${step + 1}`] as const),
  ['g5', 'r1'] as const,
  ...([
    ['d1', 'd2'],
    ['d1', 'd3'],
    ['d2', 'd4'],
    ['d3', 'd4'],
  ] as const), // a diamond
  ...([
    ['c1', 'c2'],
    ['c2', 'c3'],
    ['c3', 'c1'],
    ['c1', 'c1'],
  ] as const), // a cycle, and a group in itself
  ...randomEdges,
];
const groups = [...new Set(edges.flat())].filter(id => kindOf(id) === 'UserGroup');

let test: TestService;
let database: ModelDatabase;

beforeAll(async () => {
  const memberships = [
    ...edges.map(([from, to]) => inside(from, to)),
    inside('a1', 'g1'),
    inside('a2', 'd1'),
    inside('a3', 'c1'),
  ];
  test = await startService({
    sources: {
      app: {
        Account: pagesOf(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(account)),
        UserGroup: pagesOf(groups.map(group)),
        Role: pagesOf([role('r1')]),
        EntityManagedViaObject: pagesOf([...new Map(memberships.map(record => [record.id, record])).values()]),
        ResourceInstance: pagesOf([
          { id: 'vault', name: 'Vault', parentId: 'room' },
          { id: 'shelf', name: 'Shelf' },
          { id: 'room', name: 'Room' },
          { id: 'site', name: 'Site', isSensitive: true },
          { id: 'loop1', name: 'Loop 1', parentId: 'loop2' },
          { id: 'loop2', name: 'Loop 2', parentId: 'loop1' },
        ]),
        ResourceInstanceContainsResourceInstance: pagesOf([{ id: 'e', parentId: 'site', childId: 'room' }]),
        EntityAssignedAccessToObject: pagesOf([
          grant('r1', 'vault', { isPrivileged: true, isRead: true, fineGrainedSpecifiers: ['vault:*'] }),
          grant('d4', 'shelf', { isRead: true, isUpdate: false }),
          grant('c3', 'shelf'),
          grant('a4', 'shelf', { ownershipLevel: 'Owner' }),
          grant('a5', 'site'),
          grant('a6', 'loop1'),
        ]),
      },
    },
  });
  await test.sync();
  database = await openModels(test);
});
afterAll(async () => {
  database?.close();
  await test?.close();
});

/** Pair → least number of steps, found by a search from every group. */
function distances(): Map<string, number> {
  const found = new Map<string, number>();
  for (const start of new Set(edges.flat())) {
    let reached = [start];
    for (let depth = 0; reached.length > 0; depth += 1) {
      for (const end of reached) found.set(`${start} ${end}`, depth);
      const next = edges.filter(([from]) => reached.includes(from)).map(([, to]) => to);
      reached = [...new Set(next)].filter(end => !found.has(`${start} ${end}`));
    }
  }
  return found;
}

describe('containers in containers', () => {
  it('are pairs, each listed once at its least depth, over cycles and diamonds', async () => {
    const rows = await database.rows(
      `SELECT replace(path[1].name, 'group ', '') AS inner_name, ancestor_name, depth, len(path) AS passed,
         path[1].id = container_id AND path[-1].id = ancestor_id AS ends FROM inventory.container_nesting`,
    );
    const short = (name: unknown) => String(name).replace(/^(group|role) /, '');
    const found = rows.map(row => [`${short(row.inner_name)} ${short(row.ancestor_name)}`, row.depth] as const);
    expect(found.toSorted()).toEqual([...distances()].toSorted());
    expect(rows.every(row => row.ends === true && Number(row.passed) === Number(row.depth) + 1)).toBe(true);
  });

  it('have a path of memberships that exist', async () => {
    const rows = await database.rows(
      `SELECT [step.name FOR step IN path] AS names FROM inventory.container_nesting WHERE depth > 1`,
    );
    const known = new Set(edges.map(edge => edge.join()));
    expect(rows.length).toBeGreaterThan(20);
    for (const { names } of rows as { names: string[] }[]) {
      const ids = names.map(name => name.replace(/^(group|role) /, ''));
      for (const [index, id] of ids.slice(1).entries()) expect(known).toContain(`${ids[index]},${id}`);
    }
  });

  it('raise no finding, as nothing is left out', async () => {
    const [version] = await test.service.database.query<{ findings: { check: string }[] }>(
      `select findings from builds where status = 'Published'`,
    );
    expect(version!.findings.map(finding => finding.check)).not.toContain('nesting_left_out');
  });
});

describe('what an account reaches', () => {
  const access = (alias: string) =>
    database.rows(
      `SELECT object_name, access_path, hops, [step.name FOR step IN path] AS path, is_privileged, can_read, can_update,
         ownership_level, specifiers, entitlement_type, entitlement_name, holder_type
       FROM account_access WHERE account_alias = $alias ORDER BY ALL`,
      { alias },
    );

  it('through five groups and a role, with the path', async () => {
    expect(await access('a1')).toEqual([
      {
        object_name: 'Vault',
        access_path: 'UserGroup',
        hops: 7,
        path: ['group g1', 'group g2', 'group g3', 'group g4', 'group g5', 'role r1'],
        is_privileged: true,
        can_read: true,
        can_update: null,
        ownership_level: null,
        specifiers: ['vault:*'],
        entitlement_type: 'Grant',
        entitlement_name: 'use vault',
        holder_type: 'Role',
      },
    ]);
  });

  it('once through a diamond, once in a cycle, and directly', async () => {
    expect(await access('a2')).toMatchObject([
      { object_name: 'Shelf', hops: 4, path: ['group d1', 'group d2', 'group d4'], can_read: true, can_update: false },
    ]);
    expect(await access('a3')).toMatchObject([
      { object_name: 'Shelf', hops: 4, path: ['group c1', 'group c2', 'group c3'] },
    ]);
    expect(await access('a4')).toMatchObject([
      {
        object_name: 'Shelf',
        access_path: 'Direct',
        hops: 1,
        path: [],
        ownership_level: 'Owner',
        holder_type: 'Account',
      },
    ]);
  });
});

describe('which resources an account reaches', () => {
  const resources = (alias: string) =>
    database.rows(
      `SELECT resource_name, levels_down, object_name, is_sensitive FROM account_resource_access JOIN objects USING (object_id)
       WHERE account_alias = $alias ORDER BY levels_down`,
      { alias },
    );

  it('by access to a resource that contains them, by an edge or by their parent', async () => {
    expect(await resources('a5')).toEqual([
      { resource_name: 'Site', levels_down: 0, object_name: 'Site', is_sensitive: true },
      { resource_name: 'Room', levels_down: 1, object_name: 'Site', is_sensitive: null },
      { resource_name: 'Vault', levels_down: 2, object_name: 'Site', is_sensitive: null },
    ]);
    expect(await resources('a1')).toMatchObject([{ resource_name: 'Vault', levels_down: 0 }]);
  });

  it('once each, where two lie in each other', async () => {
    expect(await resources('a6')).toMatchObject([
      { resource_name: 'Loop 1', levels_down: 0 },
      { resource_name: 'Loop 2', levels_down: 1 },
    ]);
  });
});

describe('members', () => {
  it('of a role are those of its groups too', async () => {
    const rows = await database.rows(`SELECT member_name, member_type, depth FROM role_members ORDER BY depth DESC`);
    expect(rows).toEqual([
      { member_name: 'a1', member_type: 'Account', depth: 6 },
      ...[1, 2, 3, 4, 5].map(step => ({ member_name: `group g${step}`, member_type: 'UserGroup', depth: 6 - step })),
    ]);
  });

  it('of a group in a cycle do not contain itself', async () => {
    const rows = await database.rows(
      `SELECT member_name, depth FROM group_members WHERE group_name = 'group c1' ORDER BY ALL`,
    );
    expect(rows).toEqual([
      { member_name: 'a3', depth: 1 },
      { member_name: 'group c2', depth: 2 },
      { member_name: 'group c3', depth: 1 },
    ]);
  });
});
