// The page of the inventory: on the service of the test of pages, because starting one is slow.
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { queryRows } from '../../support/service/service.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoReports, type TestConsole } from './console.ts';
import { countRequests, settled, type WithRouter } from './settled.ts';

const one = async (console: TestConsole, sql: string) => (await queryRows(console.test, sql))[0]![0] as number;
const grouped = (value: number) => value.toLocaleString('en-US');

/** Tables with many columns or long names, by the address of their page. */
const tablesThatFit = [
  ['/inventory/accounts', 'Accounts'],
  ['/inventory/persons', 'Persons'],
  ['/inventory/risk-violations', 'Risk violations'],
  ['/inventory/risk-definitions', 'Risk definitions'],
  ['/inventory/entity-assigned-access-to-object', 'Access assignments'],
  ['/overview/leavers', 'Leavers with access'],
  ['/identities', 'Machine identities'],
  ['/risks', 'Objects at risk'],
  ['/sources', 'Sources'],
] as const;

/** @param served the console, once it is started */
export function describeInventory(served: () => TestConsole): void {
  it('the inventory filters, sorts and counts, with everything in the address', async () => {
    const console = served();
    const page = await console.open('/inventory/accounts', { scopes: ['read'] });
    const facets = page.getByRole('complementary', { name: 'Frequent values' });
    const tokens = await one(console, `SELECT count(*) FROM accounts WHERE type = 'Token'`);
    await facets.getByRole('region', { name: 'Kind', exact: true }).getByRole('button', { name: /Token/ }).click();
    await page.getByText(`${grouped(tokens)} rows`).waitFor();
    await page.getByRole('button', { name: 'Username', exact: true }).click();
    await page
      .getByRole('button', { name: 'Username ↑' })
      .or(page.getByRole('button', { name: 'Username' }))
      .click();
    await page.waitForURL(/sort=-alias/);
    const list = page.getByRole('table', { name: 'Accounts' });
    // The newest first.
    await list.getByRole('button', { name: /^Last used/ }).click();
    await page.waitForURL(/sort=-lastActivityDate/);
    await list.getByRole('button', { name: /^Username/ }).click();
    await page.waitForURL(/sort=alias/);
    await list.getByRole('button', { name: /^Username/ }).click();
    await page.waitForURL(/sort=-alias/);
    const sorted = await queryRows(
      console.test,
      `SELECT alias FROM accounts WHERE type = 'Token' ORDER BY alias DESC LIMIT 1`,
    );
    const first = page.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1);
    await first.getByText(String(sorted[0]![0]), { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Field').selectOption('enabled');
    await page.getByLabel('Value', { exact: true }).selectOption('no');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const disabled = await one(console, `SELECT count(*) FROM accounts WHERE type = 'Token' AND NOT enabled`);
    await page.getByText(`${grouped(disabled)} rows`).waitFor();
    const filter = new URL(page.url()).searchParams.get('filter');
    expect(JSON.parse(filter!)).toEqual([
      { field: 'type', filterType: 'eq', values: ['Token'] },
      { field: 'enabled', filterType: 'eq', values: [false] },
    ]);
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click();
    await page
      .getByText(`${grouped(await one(console, 'SELECT count(*) FROM accounts WHERE NOT enabled'))} rows`)
      .waitFor();
    // The most first.
    await page.evaluate(() => history.pushState({}, '', '/inventory/non-human-identities'));
    await page
      .getByRole('table', { name: 'Machine identities' })
      .getByRole('button', { name: /^Can act as/ })
      .click();
    await page.waitForURL(/sort=-analyticsImpersonatableAccountsCount/);
    expectNoReports(page);
    await page.context().close();
  });

  it('the inventory offers frequent values on a narrow screen, too', async () => {
    const console = served();
    const page = await console.open('/inventory/accounts', { scopes: ['read'], width: 360, height: 640 });
    const facets = page.getByRole('complementary', { name: 'Frequent values' });
    await facets.getByText('Frequent values').click();
    await facets.getByRole('region', { name: 'Kind', exact: true }).getByRole('button', { name: /Token/ }).click();
    await page.waitForURL(/Token/);
    const tokens = await one(console, `SELECT count(*) FROM accounts WHERE type = 'Token'`);
    await page.getByText(`${grouped(tokens)} rows`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('the inventory keeps the chosen columns, and exports the same rows', async () => {
    const console = served();
    const page = await console.open('/inventory/user-groups?sort=name', { scopes: ['read', 'write'] });
    await page.getByRole('table', { name: 'User groups' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await expectAccessible(page);
    await page.getByLabel('Find a field').fill('analyticsMember');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Close' }).click();
    const kept = await page.evaluate(() => localStorage.getItem('rolecall.columns.user-groups'));
    const columns: string[] = JSON.parse(kept!);
    expect(columns.at(-1)).toMatch(/^analytics/);
    const headers = page.getByRole('columnheader');
    await expect.poll(() => headers.count()).toBe(columns.length + 2);
    const shown = (await headers.allTextContents()).map(text => text.replace(/ [↑↓]$/, ''));
    // The words of the registry, with the name of the interface in the tooltip.
    expect(shown.slice(0, 3)).toEqual(['User group', 'Source', 'Description']);
    await expect.poll(() => headers.last().getAttribute('title')).toMatch(new RegExp(`^${columns.at(-1)}: `));
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'The columns of the table as CSV' }).click(),
    ]);
    const lines = fs
      .readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    // The table that one sees, name and source included.
    expect(lines[0]).toBe(shown.join(','));
    const rows = await queryRows(
      console.test,
      'SELECT name, source_id FROM user_groups ORDER BY name, global_id LIMIT 1',
    );
    expect(lines[1]!.split(',').slice(0, 2)).toEqual(rows[0]);
    expect(lines).toHaveLength(1 + (await one(console, 'SELECT count(*) FROM user_groups')));
    expectNoReports(page);
    await page.context().close();
  });

  it('the inventory names the person of an account, as a link and in CSV', async () => {
    const console = served();
    const [[id, alias, name] = []] = await queryRows(
      console.test,
      'SELECT person_id, account_alias, person_name FROM person_accounts ORDER BY account_alias LIMIT 1',
    );
    const page = await console.open('/inventory/accounts?sort=alias', { scopes: ['read'] });
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Find a field').fill('enrichedPersonId');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Close' }).click();
    const link = page.getByRole('table', { name: 'Accounts' }).locator(`a[href="/objects/Person/${id}"]`).first();
    await expect.poll(() => link.textContent()).toBe(name);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'The columns of the table as CSV' }).click(),
    ]);
    const line = fs
      .readFileSync(await download.path(), 'utf8')
      .split('\r\n')
      .find(each => each.includes(`,${alias},`) && each.endsWith(`,${name}`));
    expect(line).toBeDefined();
    await link.click();
    await page.getByRole('heading', { name: String(name), level: 1 }).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('tables fit a window of 1280 pixels', async () => {
    const page = await served().open('/inventory/accounts');
    const openRequests = countRequests(page);
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    // The router follows. A load of the page would end the session, which only this window has.
    const open = (at: string) => page.evaluate(address => history.pushState({}, '', address), at);
    for (const [at, label] of tablesThatFit) {
      await open(at);
      const table = page.getByRole('table', { name: label, exact: true });
      await table.locator('tbody td').first().waitFor();
      // A table fits as long as its names are awaited.
      await settled(page, openRequests);
      const hidden = () =>
        table.evaluate(({ parentElement }) => parentElement!.scrollWidth - parentElement!.clientWidth);
      await expect.poll(hidden, { message: at }).toBe(0);
    }
    // Frequent values are words, and the counterpart of a local reference is not counted beside it.
    await open('/inventory/risk-violations');
    const values = page.getByRole('complementary', { name: 'Frequent values' });
    await values.getByText('Resource instance', { exact: true }).waitFor();
    await expect.poll(() => values.getByText(/Service_/).count()).toBe(0);
    // A violation has no name: its description says which one it is.
    await expect.poll(() => page.getByRole('cell').first().textContent()).toMatch(/\w \w+ .*\.$/);
    await page.context().close();
  });

  it('the inventory exports every column by the download API, with the filter of the address', async () => {
    const filter = JSON.stringify([{ field: 'type', filterType: 'eq', values: ['Machine'] }]);
    const console = served();
    const page = await console.open(`/inventory/accounts?filter=${encodeURIComponent(filter)}`);
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Every column as CSV' }).click(),
    ]);
    const lines = fs
      .readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toContain('accountId');
    expect(lines).toHaveLength(1 + (await one(console, `SELECT count(*) FROM accounts WHERE type = 'Machine'`)));
    expectNoReports(page);
    await page.context().close();
  });

  it('the inventory cuts no name and no source, keeps widths, shows no invented address, and goes back to the same row', async () => {
    const console = served();
    const page = await console.open('/inventory/accounts', { scopes: ['read'] });
    const table = page.getByRole('table', { name: 'Accounts' });
    await table.getByRole('link').nth(5).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: /^E-mail/ }).check();
    await page.getByRole('button', { name: 'Close' }).click();
    const cut = () =>
      table.evaluate(element =>
        [...element.querySelectorAll('tbody td:nth-child(-n + 2) bdi')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
    await expect.poll(cut).toEqual([]);
    const invented = await one(console, `SELECT count(*) FROM accounts WHERE email LIKE '%.invalid'`);
    expect(invented).toBeGreaterThan(0);
    await expect.poll(() => table.getByText('.invalid').count()).toBe(0);
    const header = page.getByRole('columnheader', { name: 'Username' });
    const wide = (await header.boundingBox())!;
    await page.getByRole('button', { name: 'Username', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(async () => (await header.boundingBox())!.width).toBeGreaterThan(wide.width + 10);
    const kept = await page.evaluate(() => localStorage.getItem('rolecall.widths.inventory.Accounts'));
    expect(Object.keys(JSON.parse(kept!))).toEqual(['alias']);
    await table.evaluate(element => element.parentElement!.scrollTo(0, 6000));
    const row = table.locator('tr[aria-rowindex="205"]');
    const name = await row.getByRole('link').textContent();
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor();
    await page.goBack();
    await row.getByRole('link').waitFor();
    expect(await table.evaluate(element => element.parentElement!.scrollTop)).toBe(6000);
    await expect.poll(() => row.getByRole('link').evaluate(link => link === document.activeElement)).toBe(true);
    expectNoReports(page);
    await page.context().close();
  });

  it('a column follows the pointer that makes it wider, keeps that width, and gives it to no other table', async () => {
    const page = await served().open('/identities');
    const openRequests = countRequests(page);
    const go = async (to: string) => {
      await page.evaluate(at => (globalThis as WithRouter).__TSR_ROUTER__.history.push(at), to);
      await page.getByRole('columnheader', { name: /^source$/i }).waitFor();
      await settled(page, openRequests);
    };
    const source = page.getByRole('columnheader', { name: /^source$/i });
    const widthOf = async () => Math.round((await source.boundingBox())!.width);
    await go('/inventory/non-human-identities');
    const ofOther = await widthOf();
    await go('/identities');
    const { x, y, width, height } = (await source.boundingBox())!;
    await page.mouse.move(x + width - 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width + 58, y + height / 2);
    await page.mouse.up();
    const chosen = Math.round(width) + 60;
    await expect.poll(widthOf).toBe(chosen);
    await go('/inventory/non-human-identities');
    expect(await widthOf()).toBe(ofOther);
    await go('/identities');
    expect(await widthOf()).toBe(chosen);
    await page.context().close();
  });

  it('the page of an administrator says why it can act as none or all of the accounts of its source', async () => {
    const console = served();
    const administrators = await queryRows(
      console.test,
      `SELECT any_value(global_id), has_api_access, analytics_impersonatable_accounts_count > 0
       FROM accounts WHERE is_admin AND enabled AND source_id = 'crm' GROUP BY ALL ORDER BY has_api_access`,
    );
    expect(administrators.map(([, ...others]) => others)).toEqual([
      [false, false],
      [true, true],
    ]);
    for (const [id, mayCall] of administrators) {
      const page = await console.open(`/objects/Account/${id}`, { scopes: ['read'] });
      const answer = page.getByRole('region', { name: 'At a glance' });
      await answer.getByText(mayCall === true ? /API: this one may\.$/ : /API: this one may not\.$/).waitFor();
      expectNoReports(page);
      await page.context().close();
    }
  });

  it('the page of an account begins with whose it is, when that person left, and what it can do', async () => {
    const console = served();
    const [[id, person, name] = []] = await queryRows(
      console.test,
      `SELECT account_id, person_id, person_name FROM person_accounts
       WHERE employment_status = 'Terminated' AND account_enabled ORDER BY 1 LIMIT 1`,
    );
    const others = await one(console, `SELECT count(*) - 1 FROM person_accounts WHERE person_id = '${person}'`);
    const account = (await console.test.get(`/v1/accounts/${id}`)).body;
    const page = await console.open(`/objects/Account/${id}`);
    const answer = page.getByRole('region', { name: 'At a glance' });
    await answer
      .getByRole('link', { name: String(name), exact: true })
      .first()
      .waitFor();
    await answer.getByText('left', { exact: true }).waitFor();
    await answer.getByText('Last day of work').waitFor();
    await answer.getByText(`Other accounts of the person: ${others}`).waitFor();
    await answer.getByText(`${account.analyticsRiskViolationCount} open`).waitFor();
    const top = (region: string) =>
      page.getByRole('region', { name: region }).evaluate(element => element.getBoundingClientRect().top);
    expect(await top('At a glance')).toBeLessThan(await top('Fields'));
    // The fields of an origin other than the source are folded.
    const folded = page.getByRole('region', { name: 'Fields' }).locator('details:not([open])');
    await expect.poll(() => folded.count()).toBeGreaterThan(1);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });
}
