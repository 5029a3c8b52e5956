// One account in very many groups, and one group of very many members: counted, listed and found like any other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessGraph, scriptOf } from '../support/access/graph.ts';
import { isLong } from '../support/long-tests.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

const groupCount = isLong ? 10_000 : 500;
const memberCount = isLong ? 500_000 : 2000;
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const groups = numbered('g', groupCount);
const accounts = numbered('a', memberCount);
const graph: AccessGraph = {
  accounts,
  containers: [...groups, 'g-everybody'],
  resources: ['x-site', 'x-page'],
  memberships: [
    ...groups.map(group => ['a0', group] as const),
    ...accounts.map(account => [account, 'g-everybody'] as const),
  ],
  containments: [['x-page', 'x-site']],
  grants: [
    { holder: 'g-everybody', object: 'x-site', permissions: ['isRead'] },
    { holder: `g${groupCount - 1}`, object: 'x-page', permissions: ['isUpdate'] },
    { holder: 'a1', object: 'x-site', permissions: [], isDenial: true },
  ],
};

describe(`${groupCount} groups of one account, ${memberCount} members of one group`, () => {
  let test: TestService;
  const found = async (path: string, id: string): Promise<Item> => {
    const items: Item[] = await test.everyItem(`${path}?pageSize=200`);
    return items.find(item => item.id === id);
  };
  beforeAll(async () => {
    test = await startService({ sources: { app: scriptOf(graph) } });
    await test.sync();
  }, 900_000);
  afterAll(() => test?.close());

  it('are counted exactly', async () => {
    const account = await found('/v1/accounts', 'a0');
    expect(account).toMatchObject({ analyticsUserGroupCount: groupCount + 1, analyticsResourceInstanceCount: 2 });
    const group = await found('/v1/user-groups', 'g-everybody');
    expect(group).toMatchObject({ analyticsMemberCount: memberCount, analyticsMemberAccountsCount: memberCount });
    const page = await found('/v1/resource-instances', 'x-page');
    expect(page).toMatchObject({ analyticsAccountsWithAccessCount: memberCount - 1 });
  });

  it('are listed, and paths are found among them', async () => {
    const [account, page] = [await found('/v1/accounts', 'a0'), await found('/v1/resource-instances', 'x-page')];
    expect(await test.everyItem(`/v1/accounts/${account.globalId}/access?pageSize=200`)).toHaveLength(groupCount + 3);
    const first = (await test.get(`/v1/resource-instances/${page.globalId}/accounts?pageSize=200`)).body;
    expect(first.items).toHaveLength(200);
    const { paths, criticalSteps } = (await test.get(`/v1/accounts/${account.globalId}/access/${page.globalId}/paths`))
      .body;
    expect(paths.map((path: Item) => path.hops)).toEqual([2, 3]);
    expect(criticalSteps).toEqual([]);
  });
});
