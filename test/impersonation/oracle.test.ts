// Blast radii compared with networkx: on random graphs with cycles and a large component, through a service, and on the identities of
// an AWS account.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countReachedAccounts } from '../../src/warehouse/building/impersonation/reached-accounts.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, type Random, testSeed } from '../support/random.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService } from '../support/service/service.ts';
import { account, impersonating, membership } from './records.ts';

const missing =
  spawnSync('python3', ['-c', 'import networkx']).status === 0 ? undefined : 'python3-networkx is not installed';
const awsFile = path.resolve(import.meta.dirname, '../../../../shared/data/aws/account-authorization-details.json');

interface Named {
  readonly nodes: readonly string[];
  readonly edges: readonly (readonly [string, string])[];
}

/** For each graph: node → how many of the nodes it reaches, without itself. `counted` nodes only. */
function descendants(graphs: readonly (Named & { readonly counted: readonly string[] })[]): Record<string, number>[] {
  const output = execFileSync('python3', [path.join(import.meta.dirname, 'descendants.py')], {
    input: graphs.map(graph => JSON.stringify(graph)).join('\n'),
    maxBuffer: 2 ** 28,
  });
  return output
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** A graph as the build makes it: accounts of some instances, other nodes, and nodes that lead to whole instances. */
function randomGraph(random: Random, most: number, circle = 0) {
  const instanceStarts = [0];
  for (let left = 1 + random.below(4); left > 0; left--) {
    instanceStarts.push(instanceStarts.at(-1)! + random.below(most));
  }
  const accounts = instanceStarts.at(-1)!;
  const nodes = accounts + 1 + random.below(most);
  const from: number[] = [];
  const to: number[] = [];
  for (let index = 0; index < Math.min(circle, accounts); index++) {
    from.push(index);
    to.push((index + 1) % Math.min(circle, accounts));
  }
  for (let left = random.below(2 * nodes); left > 0; left--) {
    from.push(random.below(nodes));
    to.push(random.below(nodes));
  }
  const hubs = [];
  for (let node = accounts; node < nodes; node++) {
    if (random.below(4) === 0) hubs.push({ node, instance: random.below(instanceStarts.length - 1) });
  }
  const graph = {
    ...{ nodes, accounts, hubs, unsure: [] },
    instanceStarts: Int32Array.from(instanceStarts),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
  };
  const edges = from.map((node, index) => [`${node}`, `${to[index]}`] as const);
  for (const { node, instance } of hubs) {
    for (let reached = instanceStarts[instance]!; reached < instanceStarts[instance + 1]!; reached++) {
      edges.push([`${node}`, `${reached}`]);
    }
  }
  const names = Array.from({ length: nodes }, (_, node) => `${node}`);
  return { graph, named: { nodes: names, edges, counted: names.slice(0, accounts) } };
}

describe.skipIf(missing)(`the count of reached accounts${missing ? `; skipped: ${missing}` : ''}`, () => {
  const seed = testSeed();
  const random = createRandom(seed);

  it(`is what networkx finds in random graphs (seed ${seed})`, () => {
    const made = Array.from({ length: isLong ? 5000 : 300 }, () => randomGraph(random, 10));
    made.push(randomGraph(random, 100, 150));
    const expected = descendants(made.map(({ named }) => named));
    for (const [index, { graph }] of made.entries()) {
      const found = Object.fromEntries([...countReachedAccounts(graph)].map((count, node) => [`${node}`, count]));
      expect(found).toEqual(expected[index]);
    }
  });

  it('does not depend on the order of the edges', () => {
    const { graph } = randomGraph(random, 200);
    const order = Array.from(graph.from, (_, index) => index).sort(() => random.below(3) - 1);
    const shuffled = {
      ...graph,
      from: Int32Array.from(order, index => graph.from[index]!),
      to: Int32Array.from(order, index => graph.to[index]!),
    };
    expect(countReachedAccounts(shuffled)).toEqual(countReachedAccounts(graph));
  });

  it('is that of the others for each account of a component of 10,000', () => {
    const size = 10_000;
    const graph = {
      ...{ nodes: size + 2, accounts: size + 2, hubs: [], unsure: [] },
      instanceStarts: Int32Array.from([0, size + 2]),
      from: Int32Array.from({ length: size + 2 }, (_, index) => (index === size + 1 ? 0 : index)),
      to: Int32Array.from({ length: size + 2 }, (_, index) =>
        index === size ? 0 : index === size + 1 ? size + 1 : (index + 1) % size,
      ),
    };
    const counts = countReachedAccounts(graph);
    expect(new Set(counts.subarray(0, size))).toEqual(new Set([size]));
    expect([...counts.subarray(size)]).toEqual([size + 1, 0]);
  });

  it('is absent, never wrong, where it would cost too much', () => {
    const { graph } = randomGraph(random, 100);
    const whole = countReachedAccounts(graph);
    const cut = countReachedAccounts(graph, 50);
    for (const [node, count] of cut.entries()) expect([-1, whole[node]]).toContain(count);
  });
});

interface AwsIdentity {
  readonly Arn: string;
  readonly AssumeRolePolicyDocument?: { readonly Statement: readonly Item[] };
}

/** Who may assume which role, by the trust policies: principals of this AWS account. */
function awsGraph(): Named {
  const { UserDetailList, RoleDetailList } = JSON.parse(fs.readFileSync(awsFile, 'utf8'));
  const identities: AwsIdentity[] = [...UserDetailList, ...RoleDetailList];
  const nodes = identities.map(identity => identity.Arn);
  const edges = identities.flatMap(({ Arn, AssumeRolePolicyDocument: policy }) =>
    (policy?.Statement ?? []).flatMap(statement => {
      if (statement.Effect !== 'Allow') return [];
      const principals: string[] = [statement.Principal.AWS ?? []].flat();
      return principals
        .flatMap(principal => (/:root$/.test(principal) ? nodes : [principal]))
        .filter(principal => nodes.includes(principal) && principal !== Arn)
        .map(principal => [principal, Arn] as const);
    }),
  );
  return { nodes, edges };
}

describe.skipIf(missing)(`blast radii of a service${missing ? `; skipped: ${missing}` : ''}`, () => {
  const seed = testSeed();
  const random = createRandom(seed);
  /** Accounts that may act as others, some of them through groups in groups. */
  const randomOrganisation = (): Named & { readonly groups: readonly string[] } => {
    const nodes = Array.from({ length: 40 }, (_, index) => `a${index}`);
    const groups = Array.from({ length: 12 }, (_, index) => `g${index}`);
    const edges = [
      ...Array.from({ length: 30 }, () => [random.of(nodes), random.of(nodes)] as const),
      ...Array.from({ length: 20 }, () => [random.of(nodes), random.of(groups)] as const),
      ...Array.from({ length: 14 }, () => [random.of(groups), random.of(groups)] as const),
      ...Array.from({ length: 10 }, () => [random.of(groups), random.of(nodes)] as const),
    ];
    return { nodes, groups, edges };
  };
  const recordsOf = ({ nodes, edges, groups = [] }: Named & { readonly groups?: readonly string[] }): Script => {
    const isGroup = (node: string) => groups.includes(node);
    const members = [...new Map(edges.filter(([, to]) => isGroup(to)).map(edge => [edge.join(), edge])).values()];
    return {
      Account: pagesOf(nodes.map(id => account(id)).sort(() => random.below(3) - 1)),
      UserGroup: pagesOf(groups.map(id => ({ id, name: id, type: 'Security' }))),
      EntityManagedViaObject: pagesOf(
        members.map(([from, to]) => membership(from, to, 'UserGroup', isGroup(from) ? 'UserGroup' : 'Account')),
      ),
      EntityAssignedAccessToObject: pagesOf(
        edges
          .filter(([, to]) => !isGroup(to))
          .map(([from, to]) => ({ ...impersonating(from, to), entityType: isGroup(from) ? 'UserGroup' : 'Account' })),
      ),
    };
  };
  // Two instances with the same local ids and different rights.
  const graphs: Record<string, Named & { readonly groups?: readonly string[] }> = {
    one: randomOrganisation(),
    two: randomOrganisation(),
    ...(fs.existsSync(awsFile) && { aws: awsGraph() }),
  };
  let test: TestService;
  beforeAll(async () => {
    const sources = Object.fromEntries(Object.entries(graphs).map(([name, graph]) => [name, recordsOf(graph)]));
    test = await startService({ sources });
    await test.sync();
  });
  afterAll(() => test?.close());

  it.each(Object.keys(graphs))(`are what networkx finds: %s (seed ${seed})`, async name => {
    const { nodes, edges, groups = [] } = graphs[name]!;
    const [expected] = descendants([{ nodes: [...nodes, ...groups], edges, counted: nodes }]);
    const accounts: Item[] = await test.everyItem(
      `/v1/accounts?pageSize=200&applicationInstanceId=${instanceOf(test, name)}`,
    );
    const found = Object.fromEntries(accounts.map(item => [item.id, item.analyticsImpersonatableAccountsCount]));
    expect(found).toEqual(expected);
    expect(Math.max(...Object.values<number>(found))).toBeGreaterThan(1);
  });
});
