// The page of access with names that try to break it, and with more members than it draws at first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessGraph, scriptOf } from '../support/access/graph.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { startService } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

const members = 40;
const accounts = Array.from({ length: members }, (_, index) => `a-${index}`);
const graph: AccessGraph = {
  accounts,
  containers: ['g-all', 'r-reader'],
  resources: ['x-page'],
  memberships: [...accounts.map(account => [account, 'g-all'] as const), ['g-all', 'r-reader']],
  containments: [],
  grants: [{ holder: 'r-reader', object: 'x-page', permissions: ['isRead', 'isPrivileged'] }],
};
const script = '<script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">';
const turned = 'inv\u202Efdp.exe\u2066\u200F';
const long = 'Long name '.repeat(1000);
const emoji = '👩‍👩‍👧‍👦🏴‍☠️'.repeat(40);

describe.skipIf(missingBrowser !== undefined)(inBrowser('the page of access with hostile names'), () => {
  let console: TestConsole;
  let resource: string;
  beforeAll(async () => {
    const names = [script, turned, long, emoji];
    const landed = {
      ...scriptOf(graph),
      Account: pagesOf(accounts.map((id, index) => ({ id, alias: names[index] ?? id, type: 'User' }))),
      UserGroup: pagesOf([{ id: 'g-all', name: long, type: 'Security' }]),
      Role: pagesOf([{ id: 'r-reader', name: turned, type: 'Custom' }]),
      ResourceInstance: pagesOf([{ id: 'x-page', name: script }]),
    };
    const test = await startService({ sources: { app: landed } });
    await test.sync();
    console = await startConsole(test);
    resource = (await test.everyItem('/v1/resource-instances'))[0]!['globalId'];
  });
  afterAll(() => console?.close());

  it('shows them as text at 360 pixels, and opens what it has not drawn', async () => {
    const page = await console.open(`/access?to=ResourceInstance:${resource}&layers=3`, { width: 360, height: 640 });
    const steps = page.getByRole('list', { name: 'The steps of the graph' }).getByRole('listitem');
    await steps.first().waitFor();
    // The grant, the membership of the group, 12 of its members as one object, and how many more there are.
    await expect.poll(() => steps.count()).toBe(4);
    await page.getByRole('button', { name: `Show ${members - 12} more of` }).click();
    await steps.getByRole('button', { name: new RegExp(`^${members} accounts `) }).click();
    await expect.poll(() => steps.count()).toBe(2 + members);
    await page.getByText(`${members} accounts, ${members} of them privileged. Grouped by source.`).waitFor();
    const { width, broken } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      broken: 'broken' in globalThis,
    }));
    expect([width, broken]).toEqual([360, false]);
    await expectAccessible(page);
    await steps.filter({ hasText: '👩' }).getByRole('button').click();
    await page.getByText('The membership as the source has it').waitFor();
    await page.getByRole('link', { name: 'Long name' }).first().click();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expectNoReports(page);
    await page.context().close();
  });
});
