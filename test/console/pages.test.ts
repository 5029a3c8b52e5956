// The overview, the inventory and the pages of objects, compared with what the API says.
import fs from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { describeInventory } from './support/pages-of-inventory.ts';
import { countRequests, settled, type WithRouter } from './support/settled.ts';

/** The words that are written in more than one line. */
function brokenWords(texts: Locator): Promise<string[]> {
  return texts.evaluateAll(elements =>
    elements.flatMap(element => {
      const text = element.firstChild!;
      const words = [...(text.textContent ?? '').matchAll(/[^\s-]+/g)];
      return words
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        })
        .map(([word]) => word);
    }),
  );
}

/** The lines of the CSV file that a button saves. */
async function downloaded(page: Page, button: string): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return fs
    .readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
}

describe.skipIf(missingBrowser !== undefined)(inBrowser('on the example organisation'), () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console?.close());
  const one = async (sql: string) => (await queryRows(console.test, sql))[0]![0] as number;
  const grouped = (value: number) => value.toLocaleString('en-US');

  it('an age that stays on the screen goes on', async () => {
    const page = await console.open('/', { scopes: ['read'] });
    await page.getByRole('link', { name: 'Access', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Access', level: 1 }).waitFor();
    await page.clock.install();
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
    const read = page.getByRole('region', { name: 'How fresh and complete' }).locator('time').first();
    await read.waitFor();
    const [at, age] = [await read.getAttribute('datetime'), await read.textContent()];
    expect(age).toMatch(/ago$/);
    await page.clock.fastForward('02:00:00');
    await expect.poll(() => read.textContent()).toMatch(/^\d+ hours ago$/);
    await expect.poll(() => read.getAttribute('datetime')).toBe(at);
    await page.context().close();
  });

  it('the overview counts what there is, and each number opens the list behind it', async () => {
    const page = await console.open('/', { scopes: ['read'] });
    const counts = page.getByRole('region', { name: 'Objects by source and type' });
    const accounts = await one('SELECT count(*) FROM accounts');
    await counts
      .getByRole('row', { name: /^All/ })
      .getByRole('link', { name: grouped(accounts), exact: true })
      .waitFor();
    const leavers = page.getByRole('region', { name: 'Leavers with access' });
    const left = await one(
      `SELECT count(DISTINCT person_id) FROM person_accounts WHERE employment_status = 'Terminated' AND account_enabled`,
    );
    await leavers
      .getByRole('link', { name: grouped(left), exact: true })
      .first()
      .waitFor();
    const risks = page.getByRole('region', { name: 'Open risks' });
    const critical = await one(`SELECT count(*) FROM risk_violations WHERE status = 'Open' AND severity = 'Critical'`);
    const machines = page.getByRole('region', { name: 'Machine identities by blast radius' });
    const [worst] = (await console.test.get('/v1/non-human-identities?pageSize=1')).body.items;
    const radius = machines.getByRole('link', {
      name: grouped(worst.analyticsImpersonatableAccountsCount),
      exact: true,
    });
    await expect.poll(() => radius.first().getAttribute('href')).toMatch(/^\/access\?from=Account/);
    await page
      .getByRole('region', { name: 'How fresh and complete' })
      .getByText('complete', { exact: true })
      .first()
      .waitFor();
    await expectAccessible(page);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await brokenWords(counts.getByRole('columnheader'))).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // Nothing is hidden beside the window of a laptop.
    expect(await counts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await risks
      .getByRole('link', { name: grouped(critical), exact: true })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Risks', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('severity')).toBe('Critical');
    await page.getByText(`${grouped(critical)} rows`, { exact: true }).waitFor();
    const enabled = await one(
      `SELECT count(*) FROM person_accounts WHERE employment_status = 'Terminated' AND account_enabled`,
    );
    const used = await one(
      `SELECT count(*) FROM person_accounts WHERE employment_status = 'Terminated' AND account_enabled
       AND coalesce(used_after_last_day, false)`,
    );
    const lists: readonly (readonly [string, number])[] = [
      ['People who left and can still sign in', left],
      ['Accounts used after the last day of work', used],
      ['Leavers with access', enabled],
    ];
    for (const [title, rows] of lists) {
      await page.getByRole('link', { name: 'Overview', exact: true }).click();
      await leavers.getByRole('link', { name: grouped(rows), exact: true }).click();
      const list = page.getByRole('table', { name: title });
      await list.waitFor();
      await expect.poll(() => list.getAttribute('aria-rowcount'), { message: title }).toBe(String(rows + 1));
      await page.getByRole('link', { name: 'Back to the overview' }).waitFor();
      await page
        .getByRole('navigation', { name: 'Pages' })
        .locator('[aria-current="page"]', { hasText: 'Overview' })
        .waitFor();
    }
    const lines = await downloaded(page, 'Leavers with access as CSV');
    expect(lines).toHaveLength(enabled + 1);
    const heads = page.getByRole('table', { name: 'Leavers with access' }).getByRole('columnheader');
    expect(lines[0]!.split(',')).toEqual([...(await heads.allTextContents()), 'id']);
    // The day on which a person left has no time of the day.
    expect(lines[1]).toMatch(/,\d{4}-\d{2}-\d{2},/);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  describeInventory(() => console);

  it('an object shows what it reaches, its owners, its risks and what its fields mean', async () => {
    const [machine] = (await console.test.get('/v1/non-human-identities?pageSize=1')).body.items;
    const page = await console.open(`/objects/Account/${machine.globalId}`, { scopes: ['read'] });
    await page.getByRole('heading', { level: 1, name: machine.name }).waitFor();
    const radius = page.getByRole('region', { name: 'Blast radius' });
    await radius.getByText(`${machine.analyticsImpersonatableAccountsCount} other accounts`).waitFor();
    const { body } = await console.test.get(`/v1/non-human-identities/${machine.globalId}/blast-radius`);
    const [chain] = body.chains;
    const shown = radius.getByRole('listitem').first();
    for (const { objectName } of chain) await shown.getByText(objectName, { exact: true }).waitFor();
    await expect
      .poll(() => shown.locator('span[title]').count())
      .toBe(chain.filter(({ evidence }: { evidence?: string }) => evidence).length);
    const owners = await queryRows(
      console.test,
      `SELECT owner_alias FROM account_owners WHERE account_id = '${machine.globalId}' ORDER BY 1`,
    );
    expect(owners.length).toBeGreaterThan(0);
    await page
      .getByRole('region', { name: 'Owners' })
      .getByRole('link', { name: String(owners[0]![0]) })
      .waitFor();
    const risks = await one(`SELECT count(*) FROM risk_violations WHERE global_entity_id = '${machine.globalId}'`);
    await page
      .getByRole('region', { name: 'Risks' })
      .getByText(new RegExp(`^${risks} rows?$`))
      .waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Appeared').waitFor();
    await page.getByRole('button', { name: 'What they mean' }).click();
    await page.getByText('Username in the application instance').waitFor();
    const fields = page.getByRole('region', { name: 'Fields' });
    await fields.locator('dt', { hasText: 'Username' }).locator('code', { hasText: 'alias' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Owners' }).getByRole('link').first().click();
    const reached = page.getByRole('region', { name: 'What it reaches' }).getByRole('table');
    await reached.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    // Columns become narrower before a table scrolls sideways.
    const hidden = () =>
      reached.evaluate(({ parentElement }) => parentElement!.scrollWidth - parentElement!.clientWidth);
    await expect.poll(hidden).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });

  it('an account calls its object directory by its name', async () => {
    const [[id, directory, name] = []] = await queryRows(
      console.test,
      `SELECT account.global_id, directory.global_id, directory.name FROM accounts AS account
       JOIN object_directories AS directory ON directory.global_id = account.global_object_directory_container_id ORDER BY 1 LIMIT 1`,
    );
    const page = await console.open(`/objects/Account/${id}`, { scopes: ['read'] });
    const fields = page.getByRole('region', { name: 'Fields' });
    await expect
      .poll(() => fields.locator(`a[href="/objects/ObjectDirectory/${directory}"]`).allTextContents())
      .toEqual([name]);
    expectNoReports(page);
    await page.context().close();
  });

  it('a person shows the risks of the accounts and what these reach, and the page of access asks which account', async () => {
    const [[id, name, open, hasLeft] = []] = await queryRows(
      console.test,
      `SELECT global_id, display_name, analytics_risk_violation_count,
         coalesce(employment_status = 'Terminated' AND termination_date IS NOT NULL, false) FROM persons ORDER BY 3 DESC, 1 LIMIT 1`,
    );
    const accounts = await queryRows(
      console.test,
      `SELECT account_id, account_alias, account_enabled FROM person_accounts WHERE person_id = '${id}' ORDER BY account_alias`,
    );
    const page = await console.open(`/objects/Person/${id}`, { scopes: ['read'] });
    await page.getByRole('heading', { level: 1, name: String(name) }).waitFor();
    await expect.poll(() => page.getByText(/^left, last day \w+ \d+, \d{4}$/).count()).toBe(hasLeft ? 1 : 0);
    const risks = page.getByRole('region', { name: 'Risks' });
    await risks.getByText('Open', { exact: true }).first().waitFor();
    await expect.poll(() => risks.getByRole('cell', { name: 'Open', exact: true }).count()).toBe(open);
    const reached = await Promise.all(
      accounts.map(([account]) => console.test.everyItem(`/v1/accounts/${account}/access`)),
    );
    const reachedBy = (isEnabled: boolean) => reached.filter((_, place) => accounts[place]![2] === isEnabled).flat();
    expect(reachedBy(true).length).toBeGreaterThan(0);
    const region = page.getByRole('region', { name: 'What the person reaches' });
    await region.getByText(`${grouped(reachedBy(true).length)} objects`).waitFor();
    // What only a disabled account would reach stands apart.
    const disabled = reachedBy(false).length;
    const apart = region.getByRole('table', { name: 'What disabled accounts would reach' });
    await expect.poll(() => apart.count()).toBe(disabled > 0 ? 1 : 0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'What it reaches' }).click();
    const ofPerson = page.getByRole('region', { name: 'The accounts of the person' });
    await ofPerson.getByRole('link', { name: 'The page of the person' }).waitFor();
    const choices = ofPerson.getByRole('listitem');
    await choices.first().waitFor();
    await expect.poll(() => choices.count()).toBe(accounts.length);
    await expectAccessible(page);
    await choices
      .filter({ hasText: String(accounts[0]![1]) })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(url => url.searchParams.get('from')?.startsWith('Account:') ?? false);
    expectNoReports(page);
    await page.context().close();
  });

  it('an address of an object that is gone says so, and offers nothing that leads nowhere', async () => {
    const page = await console.open('/objects/Account/00000000-0000-4000-8000-000000000000');
    await page.getByText('There is no account at this address').waitFor();
    const main = page.getByRole('main');
    await expect.poll(() => main.getByRole('link').allTextContents()).toEqual(['Search for it']);
    await expect.poll(() => main.getByRole('button').count()).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });

  it.each(['job', 'review'])('an address of a %s that is not there says so, and leads to the list', async what => {
    const page = await console.open(`/${what}s/00000000-0000-4000-8000-000000000000`);
    await page.getByText(`There is no ${what} at this address`).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page
      .getByRole('main')
      .getByRole('link', { name: `All ${what}s` })
      .last()
      .click();
    await page.waitForURL(`**/${what}s`);
    expectNoReports(page);
    await page.context().close();
  });

  it.each([
    ['UserGroup', 'user-groups', 'user_groups'],
    ['Role', 'roles', 'roles'],
  ])('a %s shows who has access', async (type, collection, table) => {
    const [row] = await queryRows(
      console.test,
      `SELECT global_id FROM ${table} WHERE global_id IN (SELECT container_id FROM memberships WHERE depth = 1) ORDER BY 1 LIMIT 1`,
    );
    const id = String(row![0]);
    const page = await console.open(`/objects/${type}/${id}`);
    const accounts = await console.test.everyItem(`/v1/${collection}/${id}/accounts`);
    const reaching = accounts.length;
    expect(reaching).toBeGreaterThan(0);
    const list = page.getByRole('region', { name: 'Who reaches it' }).getByRole('table');
    await list.waitFor();
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe(String(reaching + 1));
    await page.getByRole('region', { name: 'Members' }).getByRole('table').waitFor();
    const lines = await downloaded(page, 'Who reaches it as CSV');
    expect(lines[0]).toBe('account,enabled,last used,source,permissions,through,since,steps');
    const ids = accounts.map(({ accountId }) => `'${accountId}'`).join();
    const [[used] = []] = await queryRows(
      console.test,
      `SELECT count(*) FROM accounts WHERE last_activity_date IS NOT NULL AND global_id IN (${ids})`,
    );
    expect(lines.filter(line => /^[^,]+,[^,]*,\d{4}-\d\d-\d\d/.test(line))).toHaveLength(Number(used));
    const order = page.getByText(/^[\d,]+ accounts?, grouped by source$/);
    await order.waitFor();
    await list.getByRole('button', { name: 'account' }).click();
    await order.waitFor({ state: 'detached' });
    expect(lines).toHaveLength(reaching + 1);
    // Those who are in it through another group, too.
    expect(lines.filter(line => /,\d{4}-\d\d-\d\d or earlier,/.test(line))).toHaveLength(reaching);
    expectNoReports(page);
    await page.context().close();
  });

  it('the search finds an object of the chosen type, and says when there is none', async () => {
    const page = await console.open('/search');
    await page.getByRole('searchbox').fill('engineering');
    await page.getByLabel('Type').selectOption('UserGroup');
    await page.waitForURL(/type=UserGroup/);
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Engineering', exact: true }).first().click();
    await page.waitForURL('**/objects/UserGroup/*');
    await page.goBack();
    await page.getByLabel('Type').selectOption('');
    await page.getByRole('searchbox').fill('nina tanka');
    await page.waitForURL(/nina/);
    const first = page.getByRole('main').getByRole('listitem').first();
    await first.getByRole('link', { name: 'Nina Tanaka', exact: true }).waitFor();
    const { body } = await console.test.get('/v1/search?q=nina%20tanka&limit=1');
    const [found] = await queryRows(
      console.test,
      `SELECT source_id FROM application_instances WHERE application_instance_id = '${body.items[0].applicationInstanceId}'`,
    );
    await first.getByText(String(found![0]), { exact: true }).waitFor();
    await expect.poll(() => page.getByText('.invalid').count()).toBe(0);
    await page.getByRole('searchbox').fill('nobody-has-this-name');
    await page.getByText('Nothing is found').waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('going back finds the order, what is selected, what is open, and the place', async () => {
    const page = await console.open('/overview/leavers', { scopes: ['read', 'write'] });
    const openRequests = countRequests(page);
    const back = async () => {
      await page.waitForURL('**/objects/**');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goBack();
    };
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const orderOf = (name: string) => header(name).getAttribute('aria-sort');
    await header('source').getByRole('button').click();
    await expect.poll(() => orderOf('source')).toBe('ascending');
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    await back();
    await expect.poll(() => orderOf('source')).toBe('ascending');

    // The list gets another address while it is open, and so another entry of the history.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inventory' }).click();
    const boxes = page.getByRole('table', { name: 'Accounts' }).getByRole('checkbox');
    await boxes.first().check();
    await page.getByRole('button', { name: 'Username', exact: true }).click();
    await expect.poll(() => orderOf('Username')).toBe('ascending');
    await boxes.nth(2).check();
    await page.getByText('2 accounts selected').waitFor();
    await page.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1).getByRole('link').first().click();
    await back();
    await page.getByText('2 accounts selected').waitFor();
    await expect.poll(() => orderOf('Username')).toBe('ascending');

    const account = await one("SELECT global_id FROM accounts WHERE alias = 'tess.tanaka@rolecall.example' LIMIT 1");
    await page.evaluate(
      at => (globalThis as WithRouter).__TSR_ROUTER__.history.push(at),
      `/objects/Account/${account}`,
    );
    const fields = page.getByRole('region', { name: 'Fields' });
    await fields.getByText('From the source').click();
    await fields.getByText('Computed', { exact: false }).first().click();
    const openParts = () => page.locator('details[open] > summary').allTextContents();
    await expect.poll(async () => (await openParts()).join()).toMatch(/^Computed \d+$/);
    const main = page.locator('#page');
    // What comes later would move the page before the click.
    await settled(page, openRequests);
    const link = page.getByRole('region', { name: 'Member of' }).getByRole('link').last();
    await link.scrollIntoViewIfNeeded();
    const place = await main.evaluate(element => element.scrollTop);
    expect(place).toBeGreaterThan(0);
    await link.click();
    await back();
    await expect.poll(async () => (await openParts()).join()).toMatch(/^Computed \d+$/);
    await expect.poll(() => main.evaluate(element => element.scrollTop)).toBe(place);
    expectNoReports(page);
    await page.context().close();
  });

  it('going back to a page whose parts come late finds the place', async () => {
    const page = await console.open('/overview/leavers', { scopes: ['read'] });
    const openRequests = countRequests(page);
    await page.evaluate(at => (globalThis as WithRouter).__TSR_ROUTER__.history.push(at), '/risks?severity=Critical');
    const main = page.locator('#page');
    const top = () => main.evaluate(element => element.scrollTop);
    const violation = page.getByRole('table', { name: 'Objects at risk' }).getByRole('link').first();
    await violation.waitFor();
    await settled(page, openRequests);
    await violation.scrollIntoViewIfNeeded();
    await expect.poll(top).toBeGreaterThan(0);
    const place = await top();
    await violation.click();
    await page.waitForURL('**/objects/**');
    // Answers that are asked for anew.
    let letThrough = () => {};
    const held = new Promise<void>(resolve => {
      letThrough = resolve;
    });
    await page.route('**/v1/**', async route => {
      await held;
      await route.continue();
    });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Risks' }).waitFor();
    letThrough();
    await expect.poll(top).toBe(place);
    expectNoReports(page);
    await page.context().close();
  });
});
