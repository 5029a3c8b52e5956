// What the console says when something is missing: no source, no version yet, data that are held back or old, a service that is away.
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceRecord } from '../../src/connector/contract.ts';
import { account } from '../flows/resources.ts';
import { accountName, createApplication } from '../support/actions/application.ts';
import { startWritable } from '../support/actions/writable-service.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { startService } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, signInWithToken, startConsole, type TestConsole } from './support/console.ts';

const some = (count: number): SourceRecord[] =>
  Array.from({ length: count }, (_, index) => sampleRecord(account, index));
const reads = (count: number): Script => ({ Account: pagesOf(some(count)) });

/** As when another window covers the page. A browser without a screen covers none. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

describe.skipIf(missingBrowser !== undefined)(inBrowser('a console without sources'), () => {
  it('has one calm page that says how to begin, at every address that needs data', async () => {
    const console = await startConsole(await startService({ settings: { sources: [] } }));
    const page = await console.open('/');
    for (const address of ['/', '/risks', '/inventory/accounts']) {
      await page.evaluate(path => history.pushState({}, '', path), address);
      await page.getByRole('heading', { name: 'Welcome to Rolecall' }).waitFor();
      await expect.poll(() => page.getByRole('alert').count(), { message: address }).toBe(0);
    }
    await expectAccessible(page);
    const add = page.getByRole('link', { name: 'Add a source' });
    // It looks like a button, so it is not underlined as a link in a sentence is.
    expect(await add.evaluate(link => getComputedStyle(link).textDecorationLine)).toBe('none');
    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('nina');
    await search.getByText('There is no data yet, so only pages are found.').waitFor();
    await search.getByRole('combobox').fill('job');
    await search.getByRole('option', { name: 'Jobs' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Escape');
    await add.click();
    await page.getByRole('heading', { name: 'Add a source' }).waitFor();
    expectNoReports(page);
    await console.close();
  });
});

describe.skipIf(missingBrowser !== undefined)(inBrowser('what needs attention'), () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole(
      await startService({
        sources: { app: reads(10), crm: reads(3) },
        settings: {
          sources: [
            // Once a year, so that no moment comes during the test. Without a schedule a source is never stale.
            { id: 'app', connector: 'scripted', settings: { script: 'app' }, schedule: '0 0 1 1 *' },
            { id: 'crm', connector: 'scripted', settings: { script: 'crm' } },
          ],
        },
      }),
    );
  });
  afterAll(() => console?.close());

  it('shows how far the first version is, and then the page of the address', async () => {
    const page = await console.open('/inventory/accounts');
    await page.getByRole('heading', { name: 'The first version is being made' }).waitFor();
    await page.getByRole('region', { name: '0 of 2 sources are read' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
    await console.test.sync();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    // The first version has what was read until then, perhaps only one source.
    await page.getByText(/^(3|10|13) rows$/).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('shows held-back and failed sources above everything else, and their number in the navigation', async () => {
    const page = await console.open('/');
    await page.getByRole('region', { name: 'Open risks' }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Sources that need attention' }).count()).toBe(0);
    console.test.scripts.set('app', reads(1));
    console.test.scripts.delete('crm');
    await console.test.sync().catch(() => {});
    await page.reload();
    await page.getByRole('button', { name: 'Use an access token instead' }).click();
    await page.getByLabel('Access token').fill(await console.test.token());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const alerts = page.getByRole('region', { name: 'Sources that need attention' });
    await alerts.getByText('held back', { exact: true }).waitFor();
    await alerts.getByText('failed', { exact: true }).waitFor();
    const [first] = (await alerts.getByRole('link').allTextContents()).toSorted();
    expect(first).toBe('app');
    const top = (name: string) =>
      page.getByRole('region', { name }).evaluate(element => element.getBoundingClientRect().top);
    expect(await top('Sources that need attention')).toBeLessThan(await top('Open risks'));
    await page.getByRole('link', { name: 'Sources 2 need attention' }).waitFor();
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('says of a source whose last run failed when it was read, what stays in use, and when it failed', async () => {
    const runs = (await console.test.get('/v1/sync-runs')).body.items as {
      readonly [name in 'sourceId' | 'status' | 'queuedAt' | 'endedAt']: string;
    }[];
    const failed = runs.find(({ sourceId, status }) => sourceId === 'crm' && status === 'Failed')!;
    const page = await console.open('/sources');
    const isBeforeFailure = async (at: string | null) =>
      expect(Date.parse(at!)).toBeLessThan(Date.parse(failed.queuedAt));
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'crm' }) });
    await isBeforeFailure(await row.locator('time').getAttribute('datetime'));
    await row.getByRole('link', { name: 'crm' }).click();
    const state = page.getByRole('region', { name: 'State' });
    const fact = (name: string) => state.locator('div').filter({ has: page.getByText(name, { exact: true }) });
    await fact('what it has').getByText('3 objects, which stay in use').waitFor();
    await isBeforeFailure(await fact('last read with success').locator('time').getAttribute('datetime'));
    await expect.poll(() => fact('last run failed').locator('time').getAttribute('datetime')).toBe(failed.endedAt);
    await fact('what was wrong').getByText('does not answer').waitFor();
    await page.getByText('The last run failed before it read anything').waitFor();
    await expect.poll(() => page.getByText('Nothing has been read yet').count()).toBe(0);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('says that a source cannot be reached, and when it is tried again, while its run waits for that', async () => {
    const { database } = console.test.service;
    const [run] = await database.query<{ run_id: string; held: object }>(
      `select run_id, to_jsonb(sync_runs) as held from sync_runs where source_id = 'crm' order by position desc limit 1`,
    );
    await database.query(
      `update sync_runs set status = 'Queued', ended_at = null, retry_at = now() + interval '3 days', error = 'connect ECONNREFUSED' where run_id = $1`,
      [run!.run_id],
    );
    const page = await console.open('/');
    const alerts = page.getByRole('region', { name: 'Sources that need attention' });
    const delayed = alerts.getByRole('listitem').filter({ has: page.getByText('delayed', { exact: true }) });
    await delayed.getByText(/It could not be read, and is tried again in \d days: connect ECONNREFUSED/).waitFor();
    await page.getByRole('link', { name: 'Sources 2 need attention' }).waitFor();
    // The name of a source stands before what is wrong with it, once.
    await alerts.getByText(/since [^:]+:\d\d [AP]M: 9 of 10 accounts/).waitFor();
    await expectAccessible(page);
    await delayed.getByRole('link').click();
    const state = page.getByRole('region', { name: 'State' });
    await state.getByText('delayed', { exact: true }).waitFor();
    await state.getByText('next attempt').waitFor();
    await database.query(
      `update sync_runs set status = 'Failed', ended_at = ($2::jsonb->>'ended_at')::timestamptz, retry_at = null, error = $2::jsonb->>'error' where run_id = $1`,
      [run!.run_id, JSON.stringify(run!.held)],
    );
    expectNoReports(page);
    await page.context().close();
  });

  it('says which source is stale and since when, and not of a source without a schedule', async () => {
    const { database } = console.test.service;
    const page = await console.open('/');
    const alerts = page.getByRole('region', { name: 'Sources that need attention' });
    await alerts.getByText('held back', { exact: true }).waitFor();
    await expect.poll(() => alerts.getByText('stale', { exact: true }).count()).toBe(0);
    await database.query(`update sync_runs set ended_at = ended_at - interval '3 days'`);
    await page.reload();
    await signInWithToken(page, await console.test.token());
    const stale = alerts.getByRole('listitem').filter({ has: page.getByText('stale', { exact: true }) });
    await stale.getByText('It was last read completely 3 days ago').waitFor();
    await expect.poll(() => stale.count()).toBe(1);
    await expect.poll(() => stale.getByRole('link').textContent()).toBe('app');
    await expectAccessible(page);
    await stale.getByRole('link').click();
    await page.waitForURL('**/sources/app');
    await page.getByRole('region', { name: 'State' }).getByText('stale', { exact: true }).waitFor();
    await database.query(`update sync_runs set ended_at = ended_at + interval '3 days'`);
    expectNoReports(page);
    await page.context().close();
  });

  it('opens a page whose code could not be loaded as soon as the service answers again', async () => {
    const page = await console.open('/search');
    await page.getByRole('searchbox').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { name: 'One moment' }).waitFor();
    await page.getByText('The service is not reachable since').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.getByText('The service is not reachable since').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('says since when a service hangs, also on a page that asks for nothing, and reads again when it is back', async () => {
    const page = await console.open('/search');
    await page.getByRole('searchbox').waitFor();
    await page.clock.install();
    let isHanging = true;
    await page.route(/\/(healthz|v1)/, async route => {
      if (!isHanging) await route.continue();
    });
    await page.getByRole('searchbox').fill('ada');
    // The time until it is asked, and the time that it has for an answer.
    await page.clock.fastForward('00:16');
    await page.clock.fastForward('00:09');
    await page.getByText('The service is not reachable since').waitFor();
    isHanging = false;
    await page.clock.fastForward('00:04');
    await page.getByText('The service is not reachable since').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('holds a connection for events only while the page is visible, so that many pages can be open', async () => {
    const page = await console.open('/search');
    const isOfEvents = (request: Request) => new URL(request.url()).pathname === '/v1/events';
    const begun = page.waitForRequest(isOfEvents);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await begun;
    const ended = page.waitForEvent('requestfailed', isOfEvents);
    await setVisibility(page, 'hidden');
    await ended;
    const begunAgain = page.waitForRequest(isOfEvents);
    await setVisibility(page, 'visible');
    await begunAgain;
    expectNoReports(page);
    await page.context().close();
  });
});

describe.skipIf(missingBrowser !== undefined)(inBrowser('a change after which a source looks broken'), () => {
  it('says that the data are held back, and leads to them', async () => {
    const crm = createApplication({ accounts: 100 });
    const service = await startWritable({ crm });
    const console = await startConsole(service.test);
    // The application loses what it should not.
    crm.after = () => {
      for (const name of [...crm.accounts.keys()].slice(10)) crm.accounts.delete(name);
    };
    const first = await service.idOf('accounts', 'crm', accountName(0));
    const { id } = await service.change('POST', `/v1/accounts/${first}/disable`);
    const page = await console.open(`/jobs/${id}`);
    await page.getByText('The newest data of crm look broken and are held back.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'crm' }).click();
    await page.getByRole('heading', { name: 'crm' }).waitFor();
    await page.getByText('held back').first().waitFor();
    expectNoReports(page);
    await console.close();
  });
});
