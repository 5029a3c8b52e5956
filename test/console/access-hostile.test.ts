// The page of access with names that try to break it, and with more members than it draws at first.
import fs from 'node:fs';
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
  containers: ['g-all', 'r-reader', 'r-deploy-prod', 'r-deploy-test'],
  resources: ['x-page', 'x-deploy'],
  memberships: [
    ...accounts.map(account => [account, 'g-all'] as const),
    ['g-all', 'r-reader'],
    ['a-39', 'r-deploy-prod'],
    ['a-39', 'r-deploy-test'],
  ],
  containments: [],
  grants: [
    { holder: 'r-reader', object: 'x-page', permissions: ['isRead', 'isPrivileged'] },
    { holder: 'r-deploy-prod', object: 'x-deploy', permissions: ['isRead'] },
    { holder: 'r-deploy-test', object: 'x-deploy', permissions: ['isRead'] },
  ],
};
const script = '<script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">';
const turned = 'inv\u202Efdp.exe\u2066\u200F';
const long = 'Long name '.repeat(1000);
const roleName = (end: string) => `arn:aws:iam::123456789012:role/of-the-pipelines/deploy-${end}`;
const emoji = '👩‍👩‍👧‍👦🏴‍☠️'.repeat(40);

describe.skipIf(missingBrowser !== undefined)(inBrowser('the page of access with hostile names'), () => {
  let console: TestConsole;
  let resource: string;
  let deployments: string;
  beforeAll(async () => {
    const names = [script, turned, long, emoji];
    const landed = {
      ...scriptOf(graph),
      Account: pagesOf(accounts.map((id, index) => ({ id, alias: names[index] ?? id, type: 'User' }))),
      UserGroup: pagesOf([{ id: 'g-all', name: long, type: 'Security' }]),
      Role: pagesOf([
        { id: 'r-reader', name: turned, type: 'Custom' },
        ...['prod', 'test'].map(end => ({ id: `r-deploy-${end}`, name: roleName(end), type: 'Custom' })),
      ]),
      ResourceInstance: pagesOf([
        { id: 'x-page', name: script },
        { id: 'x-deploy', name: 'deployments' },
      ]),
    };
    const test = await startService({ sources: { app: landed } });
    await test.sync();
    console = await startConsole(test);
    const resources = await test.everyItem('/v1/resource-instances');
    const idOf = (id: string) => resources.find(each => each['id'] === id)!['globalId'];
    [resource, deployments] = [idOf('x-page'), idOf('x-deploy')];
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

  it('begins with what most accounts reach, where no source marks anything as sensitive', async () => {
    const page = await console.open('/access', { width: 390 });
    await page.getByText('The most accounts reach these:').waitFor();
    const [first, second] = ['1 account', `${members} accounts`].map(count =>
      page.getByRole('link').filter({ hasText: `app · ${count}` }),
    );
    await expect.poll(() => second!.textContent()).toContain(`Who reaches ${script}?`);
    await expectAccessible(page);
    await first!.filter({ hasText: 'Who reaches deployments?' }).click();
    await page.getByRole('heading', { name: 'Who reaches it' }).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('draws the beginning and the end of a name that is too long, and has the whole one as a tooltip', async () => {
    const page = await console.open(`/access?to=ResourceInstance:${deployments}`);
    const graph = page.getByRole('img', { name: /^Graph of/ });
    await graph.waitFor();
    const [drawing] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the graph as SVG' }).click(),
    ]);
    const svg = fs.readFileSync(await drawing.path(), 'utf8');
    const drawn = [...svg.matchAll(/<title>(.+?)<\/title>.*<text [^>]*>(.+?)<\/text>/g)].map(([, title, text]) => [
      title,
      text,
    ]);
    expect(drawn).toEqual(
      expect.arrayContaining([
        ['deployments', 'deployments'],
        [roleName('prod'), expect.stringMatching(/^arn:aws:iam::\d+\S*….*\/deploy-prod$/)],
        [roleName('test'), expect.stringMatching(/^arn:aws:iam::\d+\S*….*\/deploy-test$/)],
      ]),
    );
    // What the graph begins with is in the middle of the right edge. The graph may be drawn again, and says a moment late what is under the pointer.
    await graph.scrollIntoViewIfNeeded();
    let fromRight = 0;
    const nextTitle = async () => {
      const box = (await graph.boundingBox())!;
      fromRight = (fromRight + 20) % box.width;
      await page.mouse.move(box.x + box.width - fromRight, box.y + box.height / 2);
      return graph.getAttribute('title');
    };
    await expect.poll(nextTitle).toBe('deployments');
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });
});
