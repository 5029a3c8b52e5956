// The pages of the administration, compared with what the API says.
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitor } from '../support/browser/visitor.ts';
import { sendAs } from '../support/send.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { markedText } from './support/marked-text.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('the administration'), () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console?.close());
  const get = async (path: string) => (await console.test.get(path)).body;

  async function openPart(part: string, options: Parameters<TestConsole['open']>[1] = {}): Promise<Page> {
    const page = await console.open(`/administration/${part}`, options);
    await page.getByRole('heading', { name: 'Administration', exact: true }).waitFor();
    return page;
  }

  it('creates a client, shows its secret once, and revokes it', async () => {
    const page = await openPart('clients');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const name = '<b>deploy</b> \u202Egnp.exe\u202C 👩‍👩‍👧‍👦';
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('checkbox', { name: /^write:/ }).check();
    await page.getByRole('checkbox', { name: 'forge', exact: true }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const id = await page.getByLabel('Client id', { exact: true }).inputValue();
    const secret = await page.getByLabel('Client secret', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Copy the client secret' }).click();
    await page.getByRole('button', { name: 'Copied the client secret' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await expectAccessible(page);
    const ask = async () => {
      const payload = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await console.test.app.inject({ method: 'POST', url: '/oauth2/token', headers, payload })).statusCode;
    };
    expect(await ask()).toBe(200);
    await page.getByRole('button', { name: 'I have kept the secret' }).click();
    expect(await page.content()).not.toContain(secret);

    const row = page.getByRole('table', { name: 'Clients' }).getByRole('row').filter({ hasText: id });
    await row.getByText('read, write').waitFor();
    await row.getByText('forge').waitFor();
    await row.getByText('active', { exact: true }).waitFor();
    await expect.poll(() => row.locator('bdi').first().textContent()).toBe(markedText(name));
    await row.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the client' });
    await dialog.getByText(markedText(name)).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked').waitFor();
    expect(await ask()).toBe(401);
    expectNoReports(page);
    await page.context().close();
  });

  it('lists who is signed in, and revokes a session', async () => {
    const { ask, signIn } = createVisitor(() => console.test);
    const eve = await signIn('viewer', { name: '<b>Eve</b>' });
    const page = await openPart('sessions');
    const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row').filter({ hasText: '<b>Eve</b>' });
    await row.getByText('viewer', { exact: true }).waitFor();
    expect((await ask('GET', '/v1/accounts', eve)).status).toBe(200);
    await row.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the session' });
    await dialog.getByText('<b>Eve</b>, viewer').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nobody is signed in with a browser').waitFor();
    expect((await ask('GET', '/v1/accounts', eve)).status).toBe(401);
    expectNoReports(page);
    await page.context().close();
  });

  it('lists the signing keys, rotates them, and says when that is too early', async () => {
    const page = await openPart('keys');
    const keys = page.getByRole('table', { name: 'Signing keys' });
    await keys.getByText('signs', { exact: true }).waitFor();
    const rotate = async () => {
      await page.getByRole('button', { name: 'Rotate …' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    };
    await rotate();
    await keys.getByText('signs soon', { exact: true }).waitFor();
    const { items } = await get('/v1/signing-keys');
    for (const { kid } of items) await keys.getByText(kid, { exact: true }).waitFor();
    await rotate();
    await page
      .getByRole('dialog')
      .getByText(/starts to sign at .*; rotate again after that/)
      .waitFor();
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('lists what was done, and filters it by who, what and when, in the address', async () => {
    const send = sendAs(console.test, await console.test.token());
    await send('POST', '/v1/clients', { name: 'for the log', scopes: ['read'] });
    const page = await openPart('audit');
    // The client that asks here is created first, so it is in both answers.
    await get('/v1/clients');
    const { items } = await get('/v1/audit-events?action=client.add&pageSize=200');
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries.getByRole('link', { name: 'added the client' }).first().click();
    await page.waitForURL(/action=client\.add/);
    await page.getByText(new RegExp(`^${items.length} rows?$`)).waitFor();
    await expectAccessible(page);
    await entries.getByRole('button', { name: 'Show' }).first().click();
    await page
      .getByRole('dialog', { name: /added the client$/ })
      .getByText(items[0].target)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('From').fill('2999-01-01');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('Nothing was done that fits the filters').waitFor();
    expect(new URL(page.url()).searchParams.get('since')).toBe('2999-01-01');
    await page.getByRole('button', { name: 'Everything', exact: true }).click();
    await entries.getByRole('link').first().click();
    await page.waitForURL(/principal=/);
    expectNoReports(page);
    await page.context().close();
  });

  it('names sessions by whose they are, and tables that were saved as files', async () => {
    await createVisitor(() => console.test).signIn('viewer', { name: 'ada' });
    const list = await console.open('/identities', { scopes: ['read'] });
    const download = list.waitForEvent('download');
    await list.getByRole('button', { name: 'Machine identities as CSV' }).click();
    const name = (await download).suggestedFilename();
    expect(name).toMatch(/^Machine identities \d{4}-\d{2}-\d{2}\.csv$/);
    await list.context().close();
    const page = await console.open('/administration/audit?action=download.save');
    const newest = page.getByRole('table', { name: 'Entries' }).getByRole('row').nth(1);
    await newest.getByText('saved the file').waitFor();
    await newest.getByText(name).waitFor();
    await page.getByRole('button', { name: 'Everything', exact: true }).click();
    await page.getByRole('table', { name: 'Entries' }).getByText('session of ada').waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('names saved queries', async () => {
    const token = await console.test.token({ scopes: ['read', 'annotate', 'write', 'admin'] });
    const query = { name: 'Accounts by source', query_string: 'SELECT source_id, count(*) FROM accounts GROUP BY ALL' };
    expect((await sendAs(console.test, token)('POST', '/v1/query/saved-queries', query)).status).toBe(201);
    const page = await console.open('/administration/audit?action=savedQuery.create');
    const newest = page.getByRole('table', { name: 'Entries' }).getByRole('row').nth(1);
    await newest.getByText('Accounts by source').waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('counts the jobs of each queue', async () => {
    const page = await openPart('keys', { width: 360, height: 640, colorScheme: 'dark' });
    const failed: string[] = [];
    page.on('response', response => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.getByRole('link', { name: 'Queues', exact: true }).click();
    const { items, page: board } = await get('/v1/queues');
    expect(board).toBeUndefined();
    const queues = page.getByRole('table', { name: 'Queues' });
    await queues.getByRole('row').nth(items.length).waitFor();
    await page.getByText('The jobs are in the process of the service').waitFor();
    // The queue in the process has no page of its own, and the console does not ask for one.
    expect(failed).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('lists the exports of the client, with their files', async () => {
    const token = await console.test.token();
    const page = await console.open('/administration/exports', { token });
    await page.getByText('There are no exports').waitFor();
    await expectAccessible(page);
    const body = { context: 'accessInventoryAccounts', params: { filterBy: [], sortBy: [], format: 'csv' } };
    await sendAs(console.test, token)('POST', '/v1/downloads', body);
    const table = page.getByRole('table', { name: 'Exports' });
    await expect.poll(readAgain).toBeGreaterThan(0);
    async function readAgain(): Promise<number> {
      await page.getByRole('button', { name: 'Read again' }).click();
      return table.getByRole('button', { name: 'Download' }).count();
    }
    const download = page.waitForEvent('download');
    await table.getByRole('button', { name: 'Download' }).click();
    const lines = fs
      .readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    const { totalCount } = await get('/v1/accounts?fields=id&pageSize=1');
    expect(lines).toHaveLength(totalCount + 1);
    expectNoReports(page);
    await page.context().close();
  });

  it('shows nothing of this to those who may only read', async () => {
    const page = await openPart('clients', { scopes: ['read'] });
    await page.getByText('Only administrators see this page').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });
});
