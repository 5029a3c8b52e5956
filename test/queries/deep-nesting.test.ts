// Unlimited nesting: long chains, cycles, random graphs, and more nesting than fits in the memory of a build.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastResults } from '../../src/cli/doctor/doctor.ts';
import { type ModelDatabase, openModels } from '../support/model-database.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService, type TestService } from '../support/service/service.ts';

const kindOf = (id: string) => (id.startsWith('r') ? 'Role' : id.startsWith('a') ? 'Account' : 'UserGroup');
const account = (id: string) => ({ id, alias: id, type: 'User' });
const group = (id: string) => ({ id, name: id, type: 'Security' });
const role = (id: string) => ({ id, name: id, type: 'Custom' });
const resource = (id: string) => ({ id, name: id });
type Edge = readonly [from: string, to: string];
const inside = ([entityId, managedViaObjectId]: Edge) => ({
  id: `${entityId} in ${managedViaObjectId}`,
  entityId,
  entityType: kindOf(entityId),
  managedViaObjectId,
  managedViaObjectType: kindOf(managedViaObjectId),
});
const contains = ([childId, parentId]: Edge) => ({ id: `${childId} in ${parentId}`, parentId, childId });
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const chainOf = (ids: readonly string[]): Edge[] => ids.slice(1).map((outer, index) => [ids[index]!, outer]);

/** Everything that an id lies in, over any number of steps, and the id itself. */
function reachedFrom(start: string, edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const depths = new Map([[start, 0]]);
  const queue = [start];
  for (const at of queue) {
    for (const next of edges.get(at) ?? []) {
      if (depths.has(next)) continue;
      depths.set(next, depths.get(at)! + 1);
      queue.push(next);
    }
  }
  return depths;
}

const outwards = (edges: readonly Edge[]) =>
  new Map([...Map.groupBy(edges, ([from]) => from)].map(([from, all]) => [from, all.map(([, to]) => to)]));

const countsOf = async (models: ModelDatabase) => {
  const rows = await models.rows(
    `SELECT alias, analytics_role_count AS roles, analytics_user_group_count AS groups FROM accounts`,
  );
  return new Map(rows.map(({ alias, roles, groups }) => [alias, { roles, groups }]));
};

const completenessOf = (models: ModelDatabase, type: string) =>
  models.rows(`SELECT status, gaps FROM source_completeness WHERE type = $type`, { type });

const findingsOf = async ({ service }: TestService) => {
  const [build] = await service.database.query<{ findings: { check: string; count: number }[] }>(
    `select findings from builds where status = 'Published'`,
  );
  return build!.findings;
};

describe('nesting of any depth', () => {
  const chain = numbered('g', 40);
  const ring = numbered('c', 150);
  const nodes = [...numbered('x', 200), ...numbered('rx', 40)];
  const edges: readonly Edge[] = [
    ...chainOf([...chain, 'r-end']),
    ...chainOf([...ring, 'c0']),
    ['c70', 'r-ring'],
    ...fc.sample(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { numRuns: 330, seed: 20 }),
  ];
  const containers = [...new Set([...edges.flat(), ...nodes])];
  const accounts = new Map([['a-chain', 'g0'], ['a-ring', 'c0'], ...nodes.map(node => [`a-${node}`, node] as const)]);
  const folders = numbered('f', 60);
  let test: TestService;
  let models: ModelDatabase;

  beforeAll(async () => {
    const memberships = [...edges, ...accounts].map(inside);
    test = await startService({
      sources: {
        app: {
          Account: pagesOf([...accounts.keys()].map(account)),
          UserGroup: pagesOf(containers.filter(id => kindOf(id) === 'UserGroup').map(group)),
          Role: pagesOf(containers.filter(id => kindOf(id) === 'Role').map(role)),
          EntityManagedViaObject: pagesOf([...new Map(memberships.map(record => [record.id, record])).values()]),
          ResourceInstance: pagesOf(folders.map(resource)),
          ResourceInstanceContainsResourceInstance: pagesOf(chainOf(folders).map(contains)),
        },
      },
    });
    await test.sync();
    models = await openModels(test);
  });
  afterAll(async () => {
    models?.close();
    await test?.close();
  });

  it('is counted whole: a chain of 40 groups and a role', async () => {
    expect((await countsOf(models)).get('a-chain')).toEqual({ roles: '1', groups: '40' });
  });

  it('equals what following memberships step by step finds, also with cycles', async () => {
    const out = outwards(edges);
    const expected = new Map(
      [...accounts].map(([alias, start]) => {
        const reached = [...reachedFrom(start, out).keys()];
        const count = (kind: string) => String(reached.filter(id => kindOf(id) === kind).length);
        return [alias, { roles: count('Role'), groups: count('UserGroup') }];
      }),
    );
    expect(await countsOf(models)).toEqual(expected);
    const rows = await models.rows(
      `SELECT path[1].name AS start, ancestor_name AS reached, depth, len(path) AS passed FROM inventory.container_nesting`,
    );
    const pairs = containers.flatMap(start =>
      [...reachedFrom(start, out)].map(([reached, depth]) => ({ start, reached, depth, passed: String(depth + 1) })),
    );
    const sorted = (all: readonly object[]) => all.map(pair => JSON.stringify(pair)).toSorted();
    expect(sorted(rows)).toEqual(sorted(pairs));
    expect(Math.max(...pairs.map(({ depth }) => depth))).toBe(150);
  });

  it('works for resources too', async () => {
    const [deepest] = await models.rows(
      'SELECT max(depth) AS depth, count(*) AS pairs FROM inventory.resource_nesting',
    );
    expect(deepest).toEqual({ depth: 59, pairs: String((60 * 59) / 2) });
  });

  it('leaves nothing out, and the reads stay complete', async () => {
    expect((await findingsOf(test)).map(({ check }) => check)).not.toContain('nesting_left_out');
    expect(await completenessOf(models, 'EntityManagedViaObject')).toEqual([{ status: 'Complete', gaps: [] }]);
  });
});

describe('more nesting than the build has memory for', () => {
  // Many groups in one middle group, which lies in many others: the number of pairs is the product.
  const many = 1100;
  const below = numbered('b', many);
  const above = numbered('t', many);
  const around: Edge[] = [...below.map(id => [id, 'm'] as const), ...above.map(id => ['m', id] as const)];
  let test: TestService;
  let models: ModelDatabase;

  beforeAll(async () => {
    test = await startService({
      settings: { build: { memory_mb: 256 } },
      sources: {
        app: {
          Account: pagesOf(['a-below', 'a-above', 'a-none'].map(account)),
          UserGroup: pagesOf([...below, 'm', ...above].map(group)),
          EntityManagedViaObject: pagesOf(
            [...around, ...(below.map(id => ['a-below', id]) as Edge[]), ['a-above', 't7'] as const].map(inside),
          ),
          ResourceInstance: pagesOf([...below, 'm', ...above].map(resource)),
          ResourceInstanceContainsResourceInstance: pagesOf(around.map(contains)),
        },
      },
    });
    await test.sync();
    models = await openModels(test);
  });
  afterAll(async () => {
    models?.close();
    await test?.close();
  });

  it('leaves only the affected counts absent', async () => {
    expect(Object.fromEntries(await countsOf(models))).toEqual({
      'a-below': { roles: null, groups: null },
      'a-above': { roles: '0', groups: '1' },
      'a-none': { roles: '0', groups: '0' },
    });
  });

  it.each([
    [
      'EntityManagedViaObject',
      /^\d+ groups, roles and permission sets lie in too many others for the memory of the build/,
    ],
    ['ResourceInstance', /^\d+ resources lie in too many others for the memory of the build/],
    ['ResourceInstanceContainsResourceInstance', /^\d+ resources lie in too many others/],
  ])('makes the read of %s partial, with a gap that says why', async (type, message) => {
    expect(await completenessOf(models, type)).toEqual([
      {
        status: 'Partial',
        gaps: [{ reason: 'failed', subject: 'nesting', message: expect.stringMatching(message), missing: 'objects' }],
      },
    ]);
    const instances = await models.rows('SELECT is_complete FROM application_instances');
    expect(instances).toEqual([{ is_complete: false }]);
  });

  it('uses the memory, and leaves out the paths from the first depth that has too many', async () => {
    const pairs = 256 * 4096;
    expect(
      await models.rows(
        `SELECT depth, count(*) AS pairs, count(path) AS paths FROM inventory.container_nesting GROUP BY depth ORDER BY depth`,
      ),
    ).toEqual([
      { depth: 0, pairs: '2201', paths: '2201' },
      { depth: 1, pairs: '2200', paths: '2200' },
      { depth: 2, pairs: String(pairs - 4401), paths: '0' },
    ]);
  });

  it('is reported by doctor', async () => {
    const results = await lastResults(test.operator, 'main');
    for (const message of [
      /^Groups, roles and permission sets that lie in too many others/,
      /^Resources that lie in too many/,
    ]) {
      const finding = { what: 'last build', verdict: 'warning', message: expect.stringMatching(message) };
      expect(results).toContainEqual(finding);
    }
  });

  it('is a finding of the build, for containers and resources', async () => {
    const counts = new Map((await findingsOf(test)).map(({ check, count }) => [check, count]));
    for (const check of ['nesting_left_out', 'resources_left_out']) {
      expect(counts.get(check), check).toBeGreaterThan(0);
      expect(counts.get(check), check).toBeLessThanOrEqual(many);
    }
  });
});
