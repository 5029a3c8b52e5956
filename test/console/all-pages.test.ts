// axe-core finds nothing on any page of the console, nor on that of the API's reference. The pages of the console are the routes of its
// router, and what the links of these pages open, so a new page is looked at without a change here.
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, answerAfter } from '../support/actions/writable-service.ts';
import { isLong } from '../support/long-tests.ts';
import { sendAs } from '../support/send.ts';
import { queryRows, temporaryFolder } from '../support/service/service.ts';
import { accessibilityFindings, loadAxe } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { countRequests, settled, type WithRouter } from './support/settled.ts';
import { startSources } from './support/sources-to-change.ts';
import { csvFindings } from './support/table-csv.ts';

const widths = isLong ? [1280, 390] : [1280];
const schemes = isLong ? (['light', 'dark'] as const) : (['light'] as const);

const routePaths = (page: Page) =>
  page.evaluate(() => Object.keys((globalThis as WithRouter).__TSR_ROUTER__.routesByPath));

/** The links of the console on the page, without those that lead out of it. */
const linksOn = (page: Page) =>
  page
    .locator('a[href^="/"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')!).filter(href => !/^\/(docs|v1)\b/.test(href)));

/** What has no field of the interface: buttons, and links to lists. */
const withoutField = ['action', 'Action', 'what it has', 'lists'];
const facts = ['At a glance', 'The rule', 'State'].map(name => `section[aria-label="${name}"] dt`);

/** Heads of tables, and facts at the head of a page, without a tooltip that has their names in the interface. */
const untold = (page: Page) =>
  page
    .locator(['table[aria-label] th', ...facts].map(each => `${each}:not([title])`).join())
    .evaluateAll(found => found.map(({ textContent }) => textContent.trim()))
    .then(names => names.filter(name => !withoutField.includes(name)));

/** Pages that differ only in the object that they are about, or in the value of a filter, are one page. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const names = [...new Set(searchParams.keys())].sort();
  return `${pathname.replaceAll(/[0-9a-f-]{36}/g, ':id')}?${names.join('&')}`;
}

const isOfRoute = (pathname: string, route: string) =>
  new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(pathname);

describe.skipIf(missingBrowser !== undefined)(inBrowser('every page'), () => {
  const folder = temporaryFolder();
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole(await startSources(folder, undefined));
    const send = sendAs(console.test, await console.test.token());
    const sql = `SELECT global_id FROM accounts WHERE source_id = 'help-desk' AND enabled ORDER BY alias LIMIT 3`;
    const ids = (await queryRows(console.test, sql)).map(([id]) => String(id));
    // One change that waits, and one that is made.
    const waiting = await send('POST', '/v1/accounts/disable', { ids });
    const made = await send('POST', `/v1/accounts/${ids[0]}/disable`);
    const review = await send('POST', '/v1/reviews', {
      ...{
        title: 'Who still works here?',
        operation: 'DisableAccount',
        ids,
        due: new Date(Date.now() + 86_400_000).toISOString(),
      },
      substitute: 'desk@example.org',
    });
    expect([waiting.status, made.status, review.status], JSON.stringify(review.body)).toEqual([202, 202, 201]);
    // A version that appears later would make a file differ from the page that it was saved from.
    expect((await answerAfter(console.test, `/v1/accounts/${ids[0]}`, accepted(made))).status).toBe(200);
  });
  afterAll(async () => {
    await console?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('has no finding of axe-core, a tooltip for every column and fact, and CSV for every table', async () => {
    const page = await console.open('/');
    const openRequests = countRequests(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await loadAxe(page);
    const routes = await routePaths(page);
    const waiting = routes.filter(route => !route.includes('$'));
    const [visited, findings] = [new Map<string, string>(), [] as string[]];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (visited.has(kindOf(address))) continue;
      visited.set(kindOf(address), new URL(address, console.address).pathname);
      await page.evaluate(to => (globalThis as WithRouter).__TSR_ROUTER__.history.push(to), address);
      await settled(page, openRequests);
      findings.push(...(await untold(page)).map(name => `${address}: ${name} has no tooltip`));
      findings.push(...(await csvFindings(page)).map(text => `${address}: ${text}`));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          const found = await accessibilityFindings(page);
          findings.push(...found.map(text => `${address} at ${width} px, ${colorScheme}: ${text}`));
        }
      }
      waiting.push(...(await linksOn(page)));
    }
    const opened = [...visited.values()];
    expect(routes.filter(route => !opened.some(pathname => isOfRoute(pathname, route)))).toEqual([]);
    expect(findings).toEqual([]);
    expectNoReports(page);
    await page.context().close();
  });

  it('a review says before the decision whose holder has left, when an account was last used, and its worst risk', async () => {
    const one = (condition: string) =>
      queryRows(console.test, `SELECT global_id FROM accounts WHERE ${condition} LIMIT 1`);
    const [left, unused] = await Promise.all([
      one(`source_id = 'help-desk' AND sor_employment_status = 'Terminated' AND last_activity_date IS NOT NULL`),
      one(`source_id = 'app' AND last_activity_date IS NULL`),
    ]);
    const { status, body } = await sendAs(console.test, await console.test.token())('POST', '/v1/reviews', {
      ...{ title: 'Who left?', operation: 'DisableAccount', ids: [...left, ...unused].map(([id]) => String(id)) },
      ...{ due: new Date(Date.now() + 86_400_000).toISOString(), substitute: 'desk@example.org' },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const page = await console.open(`/reviews/${body.id}`);
    const table = page.getByRole('table', { name: 'Decisions' });
    const lineOf = (id: string) => table.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
    await lineOf(String(left[0]![0])).getByText('has left').waitFor();
    const headers = await table.getByRole('columnheader').allTextContents();
    const inLine = (id: string, header: string) => lineOf(id).getByRole('cell').nth(headers.indexOf(header));
    expect(body.lines.map(({ lastUsed }: { lastUsed?: string }) => lastUsed === undefined).sort()).toEqual([
      false,
      true,
    ]);
    for (const { accountId, lastUsed, worstRisk } of body.lines) {
      const use = inLine(accountId, 'last used');
      if (lastUsed === undefined) await use.getByText('not known', { exact: true }).waitFor({ state: 'attached' });
      else await expect.poll(() => use.locator('time').getAttribute('datetime')).toBe(lastUsed);
      const risk = worstRisk === 'None' ? 'none' : (worstRisk ?? 'not known');
      await inLine(accountId, 'worst risk').getByText(risk, { exact: true }).waitFor({ state: 'attached' });
    }
    expectNoReports(page);
    await page.context().close();
  });

  it('says in tooltips what the interface calls what it shows', async () => {
    const page = await console.open('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const go = (to: string) => page.evaluate(at => (globalThis as WithRouter).__TSR_ROUTER__.history.push(at), to);
    const titleOf = (name: string) => page.getByRole('columnheader', { name, exact: true }).getAttribute('title');
    const list = async (address: string, label: string) => {
      await go(address);
      await page.getByRole('table', { name: label }).waitFor();
    };
    const alias = 'alias: Username in the application instance';
    const source =
      'objectMetadata.ApplicationInstanceId: The application instance (configured source) that the object came from';
    await list('/inventory/accounts', 'Accounts');
    await expect.poll(() => titleOf('Account')).toContain(`\n${alias}`);
    expect(await titleOf('Source')).toBe(source);
    await list('/overview/leavers', 'Leavers with access');
    await expect.poll(() => titleOf('account')).toBe(alias);
    expect(await titleOf('used since')).toMatch(/^used_after_last_day: Whether the account was used after/);
    await list('/identities', 'Machine identities');
    await expect.poll(() => titleOf('source')).toBe(source);
    await list('/jobs', 'Jobs');
    await expect.poll(() => titleOf('when')).toBe('startedAt: When the job was accepted');
    await list('/sources', 'Sources');
    await expect.poll(() => titleOf('schedule')).toMatch(/^schedule: A cron expression/);
    const [account] = (await console.test.get('/v1/accounts?pageSize=1')).body.items;
    await go(`/objects/Account/${account.globalId}`);
    const fact = page.getByRole('region', { name: 'At a glance' }).getByText('Can act as', { exact: true });
    await expect.poll(() => fact.getAttribute('title')).toMatch(/^analyticsImpersonatableAccountsCount: Blast radius/);
    await page.context().close();
  });

  it.runIf(isLong)(
    'has no finding of axe-core in the reference, which sends what is tried out with the token',
    async () => {
      const page = await console.open('/sign-in', { isSignedIn: false });
      // The service of a test listens elsewhere than at its configured address.
      await page.route('**/docs/json', async route => {
        const document: object = await (await route.fetch()).json();
        await route.fulfill({ json: { ...document, servers: [{ url: console.address }] } });
      });
      await page.goto(`${console.address}/docs/#/Accounts/listAccounts`);
      const operation = page.locator('#operations-Accounts-listAccounts');
      const findings: string[] = [];
      const look = async (state: string) => {
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 800 });
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            const found = await accessibilityFindings(page);
            findings.push(...found.map(text => `${state} at ${width} px, ${colorScheme}: ${text}`));
          }
        }
        const excess = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(excess, { message: state }).toBe(0);
      };
      await operation.getByRole('heading', { name: 'Responses' }).waitFor();
      await loadAxe(page);
      await look('opened by its address');
      await page.locator('.scheme-container').getByRole('button', { name: 'Authorize' }).click();
      const dialog = page.locator('.modal-ux');
      const form = dialog.locator('form').filter({ hasText: 'accessToken' });
      await form.getByRole('textbox').fill(await console.test.token({ scopes: ['read'] }));
      await form.getByRole('button', { name: 'Authorize' }).click();
      await form.getByRole('button', { name: 'Logout' }).waitFor();
      await look('authorized');
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      const filter = operation.locator('[data-param-name=filter]').getByRole('textbox');
      await filter.fill('[{"filterType":"eq","field":"enabled","values":[false]}]');
      await look('tried out');
      const answer = page.waitForResponse(response => new URL(response.url()).pathname === '/v1/accounts');
      await operation.getByRole('button', { name: 'Execute' }).click();
      expect([(await answer).status(), new URL((await answer).url()).searchParams.has('filter')]).toEqual([200, true]);
      await operation.locator('.live-responses-table').waitFor();
      await look('answered');
      // The arrow does by keyboard what a click on the row does.
      await operation.locator('.opblock-control-arrow').press('Enter');
      await expect.poll(() => operation.locator('.opblock-body').count()).toBe(0);
      expect(findings).toEqual([]);
      expectNoReports(page);
      await page.context().close();
    },
  );

  it.runIf(isLong)('has no finding of axe-core in the reference of an operation with a body', async () => {
    const page = await console.open('/sign-in', { isSignedIn: false });
    await page.goto(`${console.address}/docs/#/Account%20changes/disableAccounts`);
    const operation = page.locator('#operations-Account_changes-disableAccounts');
    await operation.getByRole('heading', { name: 'Responses' }).waitFor();
    await loadAxe(page);
    for (const tab of await operation.getByRole('tab', { name: 'Schema' }).all()) await tab.click();
    await operation.locator('.json-schema-2020-12-accordion:visible').first().waitFor();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('textbox', { name: 'Request body' }).waitFor();
    const findings: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor();
      findings.push(...(await accessibilityFindings(page)).map(text => `${colorScheme}: ${text}`));
    }
    expect(findings).toEqual([]);
    expectNoReports(page);
    await page.context().close();
  });

  it('an administrator that acts as others without calling the API is not said to be unable to', async () => {
    const [[id] = []] = await queryRows(
      console.test,
      `SELECT global_id FROM accounts WHERE is_admin AND NOT has_api_access AND analytics_impersonatable_accounts_count > 0`,
    );
    const page = await console.open(`/objects/Account/${id}`, { scopes: ['read'] });
    const answer = page.getByRole('region', { name: 'At a glance' });
    await answer.getByRole('link', { name: /^\d+ other accounts?$/ }).waitFor();
    await expect.poll(() => answer.getByText('An administrator can act as').count()).toBe(0);
    expectNoReports(page);
    await page.context().close();
  });
});
