// Counts of accounts and resources for which a build has too little memory: they are estimated, and say so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessGraph, scriptOf } from '../support/access/graph.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const accounts = numbered('a', 1000);
const files = numbered('x', 1100);
/** Every account has a grant of its own, and every file is contested, so that each pair has to be compared. */
const graph: AccessGraph = {
  accounts,
  containers: ['g-all'],
  resources: ['x-folder', 'x-drawer', ...files],
  memberships: accounts.map(account => [account, 'g-all']),
  containments: files.map(file => [file, 'x-folder']),
  grants: [
    { holder: 'g-all', object: 'x-folder', permissions: ['isRead'] },
    { holder: 'a0', object: 'x-folder', permissions: ['isDelete'], isDenial: true },
    ...accounts.map(holder => ({ holder, object: 'x-drawer', permissions: ['isRead'] as const })),
    ...files.map(object => ({ holder: 'a1', object, permissions: ['isUpdate'] as const })),
  ],
};

let test: TestService;
beforeAll(async () => {
  test = await startService({ sources: { app: scriptOf(graph) }, settings: { build: { memory_mb: 256 } } });
  await test.sync();
});
afterAll(() => test?.close());

describe('with too little memory to compare every pair', () => {
  it.each([
    ['/v1/accounts', 'analyticsResourceInstanceCount', files.length + 2],
    ['/v1/resource-instances', 'analyticsAccountsWithAccessCount', accounts.length],
  ])('some counts of %s are estimates and say so; the others are exact', async (path, field, exact) => {
    const items: Item[] = await test.everyItem(`${path}?pageSize=200`);
    const [estimated, counted] = [true, false].map(is => items.filter(item => item[`${field}IsApproximate`] === is));
    expect(estimated!.length + counted!.length).toBe(items.length);
    expect(new Set(counted!.map(item => item[field]))).toEqual(new Set([exact]));
    expect(estimated!.length).toBeGreaterThan(10);
    for (const item of estimated!) {
      expect(item[field]).toBeGreaterThan(exact * 0.85);
      expect(item[field]).toBeLessThan(exact * 1.15);
    }
  });
});
