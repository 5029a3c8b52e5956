// Effective access compared with networkx: on random graphs, deep ones, a large one, access matrices of real organisations, and the
// policies of an AWS account.
// Every graph is a source of its own, and all use the same local ids.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesOf } from '../../../src/api/reach/permissions.ts';
import { awsAccess } from '../../support/access/aws-graph.ts';
import { type AccessGraph, scriptOf, typeOf } from '../../support/access/graph.ts';
import { type AccessRow, accessByOracle, withoutOracle } from '../../support/access/oracle.ts';
import { randomGrant, randomGraph, shuffled } from '../../support/access/random-graph.ts';
import { isLong } from '../../support/long-tests.ts';
import { type ModelDatabase, openModels } from '../../support/model-database.ts';
import { createRandom } from '../../support/random.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';

const matrices = path.resolve(import.meta.dirname, '../../../../shared/data/role-mining');
const awsFile = path.resolve(import.meta.dirname, '../../../../shared/data/aws/account-authorization-details.json');
const random = createRandom(14);

/** A hundred accounts at the bottom of twenty levels of groups, two in each group of the next level, with grants on every level. */
function deepGraph(): AccessGraph {
  const level = (depth: number) => Array.from({ length: 8 }, (_, index) => `g${depth}-${index}`);
  const levels = Array.from({ length: 20 }, (_, depth) => level(depth));
  const accounts = Array.from({ length: 100 }, (_, index) => `a${index}`);
  const resources = Array.from({ length: 200 }, (_, index) => `x${index}`);
  return {
    accounts,
    containers: levels.flat(),
    resources,
    memberships: [
      ...accounts.map((account, index) => [account, levels[0]![index % 8]!] as const),
      ...levels
        .slice(1)
        .flatMap((outer, depth) => outer.map((group, index) => [levels[depth]![index]!, group] as const)),
      ...levels.slice(1).map((outer, depth) => [levels[depth]![depth % 8]!, outer[(depth * 3) % 8]!] as const),
    ],
    containments: resources.slice(20).map((resource, index) => [resource, `x${index}`] as const),
    grants: levels.flatMap(groups => groups.map(group => randomGrant(random, [group], resources))),
  };
}

/** One component of ten thousand nodes, or a fifth as many in the short form: each node is in an earlier one, and some nodes close cycles. */
function largeGraph(): AccessGraph {
  const times = isLong ? 5 : 1;
  const groups = Array.from({ length: 1200 * times }, (_, index) => `g${index}`);
  const resources = Array.from({ length: 600 * times }, (_, index) => `x${index}`);
  const accounts = Array.from({ length: 200 * times }, (_, index) => `a${index}`);
  const grown = (ids: readonly string[]) =>
    ids.slice(1).map((id, index) => [id, ids[random.below(index + 1)]!] as const);
  return {
    accounts,
    containers: groups,
    resources,
    memberships: [
      ...accounts.map(account => [account, random.of(groups)] as const),
      ...grown(groups),
      ...Array.from({ length: 40 }, (_, index) => [`g${5 * index}`, `g${5 * index + 4}`] as const),
    ],
    containments: grown(resources),
    grants: Array.from({ length: 300 * times }, () =>
      randomGrant(random, [...accounts, ...groups], resources.slice(50)),
    ),
  };
}

function matrix(name: string): AccessGraph {
  const pairs = fs
    .readFileSync(path.join(matrices, name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map(line => line.trim().split(/\s+/).map(Number) as [number, number]);
  return {
    accounts: [...new Set(pairs.map(([user]) => `a${user}`))],
    resources: [...new Set(pairs.map(([, permission]) => `x${permission}`))],
    containers: [],
    memberships: [],
    containments: [],
    grants: pairs.map(([user, permission]) => ({
      holder: `a${user}`,
      object: `x${permission}`,
      permissions: ['isRead'],
    })),
  };
}

const first = randomGraph(random, { accounts: 12, containers: 16, resources: 30, nested: 24, grants: 60 });
const graphs: Record<string, AccessGraph> = {
  first,
  reordered: shuffled(random, first),
  sparse: randomGraph(random, { accounts: 10, containers: 30, resources: 20, nested: 20, grants: 40 }),
  dense: randomGraph(random, { accounts: 20, containers: 20, resources: 40, nested: 90, grants: 200 }),
  deep: deepGraph(),
  large: largeGraph(),
  ...(fs.existsSync(matrices) &&
    Object.fromEntries(
      (isLong ? ['apj', 'domino', 'emea', 'fire1', 'hc'] : ['domino', 'hc']).map(name => [name, matrix(`${name}.txt`)]),
    )),
  ...(fs.existsSync(awsFile) && { aws: awsAccess(awsFile) }),
};
/** Those of which the graph of access is followed, layer by layer. */
const drawn = isLong ? ['first', 'sparse'] : ['first'];
const bits = { is_member: 256, can_access: 128, is_privileged: 64, can_delete: 8, can_update: 4, can_read: 2 } as const;

describe.skipIf(withoutOracle)(`effective access${withoutOracle ? ` (skipped: ${withoutOracle})` : ''}`, () => {
  let test: TestService;
  let models: ModelDatabase;
  let expected: Record<string, AccessRow[]>;
  /** As if nothing was denied. */
  let granted: Record<string, AccessRow[]>;

  beforeAll(async () => {
    expected = accessByOracle(graphs);
    const withoutDenials = ({ grants, ...graph }: AccessGraph) => {
      return { ...graph, grants: grants.filter(({ isDenial }) => !isDenial) };
    };
    granted = accessByOracle(Object.fromEntries(drawn.map(name => [name, withoutDenials(graphs[name]!)])));
    test = await startService({
      // Some graphs have lookup files, some only parts.
      rowsOfFiles: { partRows: 20, lookupRows: 200 },
      sources: Object.fromEntries(Object.entries(graphs).map(([name, graph]) => [name, scriptOf(graph)])),
    });
    await test.sync();
    models = await openModels(test);
  });
  afterAll(async () => {
    models?.close();
    await test?.close();
  });

  const names = Object.keys(graphs);
  const sum = Object.entries(bits).map(([column, bit]) => `CASE WHEN ${column} THEN ${bit} ELSE 0 END`);

  it.each(names)('of %s is what networkx finds', async name => {
    const rows = await models.rows(
      `SELECT account_alias, object_name, ${sum.join(' + ')} AS permissions FROM effective_access WHERE source_id = $name`,
      { name },
    );
    const found = rows.map(row => [row.account_alias, row.object_name, Number(row.permissions)].join(' '));
    expect(found.sort()).toEqual(expected[name]!.map(row => row.join(' ')).sort());
  });

  it.each(names)('of %s is counted', async name => {
    const of = (rows: readonly AccessRow[], type: string) =>
      rows.filter(([, object]) => typeOf(object) === type).length;
    const byAccount = Map.groupBy(expected[name]!, ([account]) => account);
    const accounts = await models.rows(
      `SELECT alias, analytics_role_count AS roles, analytics_user_group_count AS groups, analytics_resource_instance_count AS resources,
         analytics_resource_instance_count_is_approximate AS is_approximate FROM accounts
       JOIN application_instances AS instance USING (application_instance_id) WHERE instance.source_id = $name`,
      { name },
    );
    const hasMembers = graphs[name]!.memberships.length > 0;
    expect(new Map(accounts.map(({ alias, ...counts }) => [alias, counts]))).toEqual(
      new Map(
        graphs[name]!.accounts.map(alias => {
          const rows = byAccount.get(alias) ?? [];
          const members = (type: string) => (hasMembers ? String(of(rows, type)) : null);
          const counts = { roles: members('Role'), groups: members('UserGroup') };
          return [alias, { ...counts, resources: String(of(rows, 'ResourceInstance')), is_approximate: false }];
        }),
      ),
    );
    const byObject = Map.groupBy(expected[name]!, ([, object]) => object);
    const reached = await models.rows(
      `SELECT name, analytics_accounts_with_access_count AS accounts FROM resource_instances
       JOIN application_instances AS instance USING (application_instance_id) WHERE instance.source_id = $name
       UNION ALL SELECT name, analytics_member_accounts_count FROM roles
       JOIN application_instances AS instance USING (application_instance_id) WHERE instance.source_id = $name
       UNION ALL SELECT name, analytics_member_accounts_count FROM user_groups
       JOIN application_instances AS instance USING (application_instance_id) WHERE instance.source_id = $name`,
      { name },
    );
    expect(new Map(reached.map(row => [row.name, row.accounts]))).toEqual(
      new Map(
        [...graphs[name]!.resources, ...graphs[name]!.containers].map(object => [
          object,
          String(byObject.get(object)?.length ?? 0),
        ]),
      ),
    );
  });

  it.each(drawn)('of %s is what the layers of the graph of access lead to, forwards and backwards', async name => {
    const rows = await models.rows(
      `SELECT global_id AS id, alias AS name FROM accounts JOIN application_instances AS instance USING (application_instance_id)
       WHERE instance.source_id = $name
       UNION ALL SELECT global_id, name FROM resource_instances
       JOIN application_instances AS instance USING (application_instance_id) WHERE instance.source_id = $name`,
      { name },
    );
    const starts = (rows as { id: string; name: string }[]).filter((_, index) => isLong || index % 8 === 0);
    for (const { id, name: start } of starts) {
      const isBack = typeOf(start) !== 'Account';
      const reached = await ends(test, id, isBack ? 'ReachedBy' : 'Reaches');
      const wanted = granted[name]!.filter(([account, object]) => (isBack ? object : account) === start)
        .map(([account, object]) => (isBack ? account : object))
        .filter(end => isBack || typeOf(end) === 'ResourceInstance');
      expect([...reached].sort(), start).toEqual(wanted.sort());
    }
    const idOf = new Map(rows.map(({ id, name: named }) => [named as string, id as string]));
    const pairs = expected[name]!.filter(([, object]) => typeOf(object) === 'ResourceInstance').slice(
      0,
      isLong ? 40 : 10,
    );
    for (const [account, object, permissions] of pairs) {
      const { body } = await test.get(`/v1/accounts/${idOf.get(account)}/access/${idOf.get(object)}/paths`);
      expect(body.permissions, `${account} to ${object}`).toEqual(namesOf(permissions));
      expect(body.paths[0].steps.at(-1).to.objectId).toBe(idOf.get(object));
    }
  });

  it('is the same in the lists of the API, forwards and backwards', async () => {
    const accounts: Item[] = await test.everyItem('/v1/accounts?pageSize=200');
    const instances = await models.rows('SELECT source_id, application_instance_id FROM application_instances');
    const sourceOf = new Map(instances.map(row => [row.application_instance_id, row.source_id as string]));
    const sampled = accounts.filter(item => {
      const source = sourceOf.get(item.objectMetadata.ApplicationInstanceId);
      return source === 'dense' || (source === 'large' && /^a\d$/.test(item.id));
    });
    for (const account of sampled) {
      const source = sourceOf.get(account.objectMetadata.ApplicationInstanceId)!;
      const items: Item[] = await test.everyItem(`/v1/accounts/${account.globalId}/access?pageSize=20`);
      const reached = expected[source]!.filter(([alias]) => alias === account.id);
      expect(items.map(item => item.objectName).sort()).toEqual(reached.map(([, object]) => object).sort());
      expect(items.map(item => item.objectId)).toEqual(items.map(item => item.objectId).sort());
    }
    const resources: Item[] = await test.everyItem('/v1/resource-instances?pageSize=200');
    for (const resource of resources.filter(
      item => sourceOf.get(item.objectMetadata.ApplicationInstanceId) === 'dense',
    )) {
      const items: Item[] = await test.everyItem(`/v1/resource-instances/${resource.globalId}/accounts`);
      const reaching = expected.dense!.filter(([, object]) => object === resource.id);
      expect(items.map(item => item.alias).sort()).toEqual(reaching.map(([account]) => account).sort());
    }
  });
});

/**
 * The accounts or resources that the graph of access leads to from an object. Every node is expanded by a request of its own, as the
 * console does.
 */
async function ends(test: TestService, id: string, direction: 'Reaches' | 'ReachedBy'): Promise<Set<string>> {
  const wanted = direction === 'Reaches' ? 'ResourceInstance' : 'Account';
  const found = new Set<string>();
  const seen = new Set([`${id}?`]);
  for (const request of seen) {
    const { body } = await test.get(`/v1/access-graph/${request}direction=${direction}&depth=1&perNode=5000`);
    const { nodes, steps } = body;
    const followed = direction === 'Reaches' ? 'to' : 'from';
    const leading = steps.filter(({ kind }: Item) => kind !== 'Denial').map((step: Item) => nodes[step[followed]]);
    for (const { objectId, contentsId, objectType, objectName, as, stepCount } of leading) {
      if (objectType === wanted && contentsId === undefined) found.add(objectName);
      if (stepCount > 0) seen.add(`${contentsId ?? objectId}?as=${as}&`);
    }
  }
  return found;
}
