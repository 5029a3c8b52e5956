// The console's frame: signing in, navigation, keys, search, and what happens when something is wrong.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleFolder } from '../../src/api/console/console-files.ts';
import { isLong } from '../support/long-tests.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { type Item, startService } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';
import { holdSearch } from './support/held-answers.ts';
import { markedText } from './support/marked-text.ts';
import { oddAddresses } from './support/odd-addresses.ts';

const manyAccounts = 3000;

const browserAccept = { headers: { accept: 'text/html' } };

/** What a source may say: script, right-to-left marks, a text without an end, emoji that no cut may split. */
const hostile = [
  '<script>document.title = "taken over"</script><img src=x onerror="document.title = \'taken over\'">',
  '\u202Egnp.exe\u202C\u2066 \u05d0\u05d1\u05d2',
  `${'long '.repeat(1999)}end`,
  '👩‍👩‍👧‍👦'.repeat(200),
];
const accounts = [
  ...hostile.map((name, index) => ({
    id: `hostile-${index}`,
    alias: `hostile-${index}`,
    name,
    type: 'User',
    enabled: true,
  })),
  ...Array.from({ length: manyAccounts }, (_, index) => {
    return { id: `a-${index}`, alias: `engineering-${index}`, name: `Person ${index}`, type: 'User', enabled: true };
  }),
];

describe.skipIf(missingBrowser !== undefined)(inBrowser('the frame of the console'), () => {
  let console: TestConsole;
  beforeAll(async () => {
    const test = await startService({ sources: { app: { Account: pagesOf(accounts, 500) } } });
    await test.sync();
    console = await startConsole(test);
  });
  afterAll(() => console?.close());

  it('asks to sign in, and opens the page of the address afterwards', async () => {
    const page = await console.open('/search?q=ada', { isSignedIn: false });
    await page.getByRole('heading', { name: 'Rolecall' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Client id').fill('nobody');
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('This client cannot sign in').waitFor();
    await page.getByRole('button', { name: 'Use an access token instead' }).click();
    await page.getByLabel('Access token').fill(await console.test.token());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('ada');
    expectNoReports(page);
    await page.context().close();
  });

  it('shows three steps at first sight, and never again', async () => {
    const page = await console.open('/search', { isFirstSight: true });
    await page.getByText('Step 1 of 3').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('Step 3 of 3').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('rolecall.tour-seen'))).toBe('true');
    expectNoReports(page);
    await page.context().close();
  });

  it('fits 360 pixels, a laptop and a wall, in light and dark', async () => {
    const page = await console.open('/search?q=engineering');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    for (const [width, height, colorScheme] of [
      [360, 640, 'light'],
      [1280, 800, 'dark'],
      [3840, 2160, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Inventory' }).click();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('has its frame, in the theme that was chosen, before its code is there', async () => {
    const page = await console.open('/search', { colorScheme: 'light' });
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    const header = (await page.getByRole('banner').boundingBox())!;
    const navigation = (await page.getByRole('navigation').boundingBox())!;
    const title = (await page.getByRole('heading', { name: 'Search', exact: true }).boundingBox())!;
    const [script] = /\/assets\/index-[\w-]+\.js/.exec(await (await fetch(console.address, browserAccept)).text())!;
    for (const [theme, ground] of [
      ['dark', 'rgb(15, 18, 23)'],
      ['light', 'rgb(246, 247, 249)'],
    ] as const) {
      const system = theme === 'dark' ? 'light' : 'dark';
      await page.emulateMedia({ colorScheme: system });
      await page.evaluate(chosen => localStorage.setItem('rolecall.theme', JSON.stringify(chosen)), theme);
      const code = Promise.withResolvers<void>();
      await page.route(`**${script}`, route => code.promise.then(() => route.continue()));
      await page.reload({ waitUntil: 'commit' });
      const frame = page.locator('.first-frame');
      await frame.locator('.first-navigation > span').first().waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
      expect(await frame.locator('.first-header').boundingBox()).toEqual(header);
      expect(await frame.locator('.first-navigation').boundingBox()).toEqual(navigation);
      expect(await frame.locator('.first-page > span').boundingBox()).toMatchObject({ x: title.x, y: title.y });
      await expect.poll(() => page.getByText('could not be loaded').isVisible()).toBe(false);
      await expectAccessible(page);
      code.resolve();
      await page.getByRole('button', { name: 'Use an access token instead' }).waitFor();
      await expect.poll(() => frame.count()).toBe(0);
      await page.unroute(`**${script}`);
    }
    await page.route(`**${script}`, route => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('could not be loaded').waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('finds a page and an object by keys alone', async () => {
    const page = await console.open('/inventory/accounts');
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await page.keyboard.press('/');
    const box = page.getByRole('combobox');
    await box.waitFor();
    await expectAccessible(page);
    const [account] = (await console.test.get('/v1/accounts?pageSize=1')).body.items;
    await page.keyboard.type(account.globalId);
    // Until the whole id is searched for, objects stand there that its first characters have found.
    const first = page.getByRole('option').first();
    await expect.poll(async () => ((await first.count()) > 0 ? first.textContent() : '')).toContain(account.name);
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/objects/Account/${account.globalId}`);
    await page.keyboard.press('Control+k');
    await box.waitFor();
    await page.keyboard.type('over');
    await page.getByRole('option', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // Both at once: on a busy machine, the page may take longer for the first than the second may come after it.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('s')]);
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('opens with Enter what the text in the box has found, not what an earlier text has found', async () => {
    const page = await console.open('/search');
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    const [former, other, third] = (await console.test.get('/v1/accounts?pageSize=3')).body.items;
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const box = dialog.getByRole('combobox');
    const option = (account: Item) => dialog.getByRole('option', { name: account['alias'] }).first();
    await page.keyboard.press('Control+k');
    await box.fill(former.globalId);
    await option(former).waitFor();
    const second = await holdSearch(page, other.globalId);
    await box.fill(other.globalId);
    await page.keyboard.press('Enter');
    await second.asked;
    await expect.poll(() => dialog.count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/search');
    await second.release();
    await page.waitForURL(`**/objects/Account/${other.globalId}`);
    // Escape takes Enter back, even while the closed dialog is still there: no frame is drawn any more that would remove it.
    await page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0;
    });
    const last = await holdSearch(page, third.globalId);
    await page.keyboard.press('Control+k');
    await box.fill(third.globalId);
    await page.keyboard.press('Enter');
    await last.asked;
    await page.keyboard.press('Escape');
    await last.release();
    await page.keyboard.press('Control+k');
    await box.fill(third.globalId);
    await option(third).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/objects/Account/${other.globalId}`);
    // A row of an earlier text that is clicked, or marked with the arrow keys, is meant.
    const unknown = await holdSearch(page, 'zzz');
    await box.fill('zzz');
    await unknown.asked;
    await option(third).click();
    await page.waitForURL(`**/objects/Account/${third.globalId}`);
    await unknown.release();
    expectNoReports(page);
    await page.context().close();
  });

  it('takes what is typed before the next frame is drawn', async () => {
    const page = await console.open('/inventory/accounts');
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0;
    });
    const row = (index: number) => page.locator(`[data-index="${index}"]`).getByRole('link').first();
    await row(0).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await expect.poll(() => row(2).evaluate(link => link === document.activeElement)).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('gs?');
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('gs?');
    expectNoReports(page);
    await page.context().close();
  });

  it('searches anew when the search was just closed', async () => {
    const page = await console.open('/inventory/accounts');
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    const box = page.getByRole('combobox');
    // A dialog goes with a later frame; here, none is drawn.
    await page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0;
    });
    await page.keyboard.press('/');
    await page.keyboard.type('zzz');
    await expect.poll(() => box.inputValue()).toBe('zzz');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('over');
    await expect.poll(() => box.inputValue()).toBe('over');
    await page.getByRole('option', { name: 'Overview' }).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('opens addresses whoever wrote them', async () => {
    const page = await console.open('/search');
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    for (const [address, title] of Object.entries(oddAddresses)) {
      await page.evaluate(path => history.pushState({}, '', path), encodeURI(address));
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expect.poll(() => page.getByText('This page cannot be shown').count(), { message: address }).toBe(0);
    }
    await page.evaluate(path => history.pushState({}, '', path), '/search?q=5');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('5');
    expectNoReports(page);
    await page.context().close();
  });

  it('asks to sign in again in mid-work, and loses nothing that was typed', async () => {
    const page = await console.open('/search');
    // The service refuses the token from now on, as it does when it has expired.
    await page.route('**/v1/**', async route => {
      const headers = { ...route.request().headers(), authorization: 'Bearer expired' };
      await route.continue({ headers });
    });
    const box = page.getByRole('searchbox');
    await box.fill('engineering');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Use an access token instead' }).click();
    await page.getByLabel('Access token').fill(await console.test.token());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => box.inputValue()).toBe('engineering');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('says that the service is away, and goes on when it is back', async () => {
    const page = await console.open('/search');
    await page.getByRole('searchbox').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('engineering');
    await page.getByText('is asked again every few seconds').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    await page.getByText('is asked again every few seconds').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows an error with the id of its request', async () => {
    const filter = JSON.stringify([{ field: 'unheard', filterType: 'eq', values: ['of'] }]);
    const page = await console.open(`/inventory/accounts?filter=${encodeURIComponent(filter)}`);
    const alert = page.getByRole('alert').first();
    await alert.getByText('BAD_REQUEST').waitFor();
    await expect.poll(() => alert.textContent()).toMatch(/request [\w-]{8,}/);
    await expectAccessible(page);
    await page.context().close();
  });

  it('has the first load in less than 300 KB of script', async () => {
    const page = await console.open('/', { isSignedIn: false });
    await page.getByRole('heading', { name: 'Rolecall' }).waitFor();
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(300_000);
    const assets = path.join(consoleFolder, 'assets');
    const scripts = fs.readdirSync(assets).filter(name => name.endsWith('.js'));
    const isForDevelopment = (name: string) => fs.readFileSync(path.join(assets, name), 'utf8').includes('jsxDEV');
    expect(scripts.filter(isForDevelopment)).toEqual([]);
    // A page is few files: a browser reads six at once.
    await page.goto(`${console.address}/inventory/accounts`);
    await page.getByRole('heading', { name: 'Rolecall' }).waitFor();
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    expect(asked.filter(name => name.endsWith('.js')).length).toBeLessThan(10);
    // The code of the page is loaded before it is known who is signed in; who that is was asked for with the first files.
    expect(asked.filter(name => /\/assets\/page-[\w-]+\.js$/.test(name))).toHaveLength(1);
    expect(asked.indexOf('/v1/session')).toBeLessThan(asked.findIndex(name => name.startsWith('/assets/page-')));
    expect(asked.slice(0, 4)).toContain('/v1/session');
    await page.context().close();
  });

  it('shows hostile texts as texts, isolated and cut, and whole on demand', async () => {
    const page = await console.open('/inventory/accounts');
    const table = page.getByRole('table', { name: 'Accounts' });
    await table.waitFor();
    for (const [index, name] of hostile.entries()) {
      const [{ globalId }] = (await console.test.get(`/v1/search?q=hostile-${index}`)).body.items.map(
        ({ objectId }: { objectId: string }) => ({ globalId: objectId }),
      );
      await page.getByRole('button', { name: 'Search everything' }).click();
      await page.getByRole('combobox', { name: /Name/ }).fill(globalId);
      await page.getByRole('option', { name: /Account/ }).click();
      const shown = page.getByText('From the source').locator('xpath=ancestor::section').locator('bdi');
      const readable = markedText(name);
      const field = shown.filter({ hasText: readable.slice(0, 8) }).first();
      await field.waitFor();
      const text = (await field.textContent())!;
      if (name.length <= 240) expect(text).toBe(readable);
      else {
        expect(text.length).toBeLessThan(200);
        expect(readable.startsWith(text.replace(/…$/, ''))).toBe(true);
        // A family of emoji is one sign: it is there as a whole or not at all.
        if (index === 3) expect((text.length - 1) % '👩‍👩‍👧‍👦'.length).toBe(0);
        const button = page.getByRole('button', { name: /Show all/ }).first();
        await button.click();
        await expect.poll(() => field.textContent()).toBe(readable);
      }
      expect(await page.title()).not.toBe('taken over');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    }
    expectNoReports(page);
    await page.context().close();
  });

  it('scrolls through a list without rows that stay blank for longer than 100 ms', async () => {
    const page = await console.open('/inventory/accounts');
    const table = page.getByRole('table', { name: 'Accounts' });
    await page.getByText(`${accounts.length.toLocaleString('en-US')} rows`).waitFor();
    const { longestBlankMs, rows } = await page.evaluate(async wanted => {
      const scroller = document.querySelector('main table')!.parentElement!;
      let [blankSince, longest, top]: [number | undefined, number, number] = [undefined, 0, -1];
      while (scroller.scrollTop !== top || document.querySelector(`[aria-rowindex="${wanted + 1}"]`) === null) {
        top = scroller.scrollTop;
        scroller.scrollTop += 800;
        const now = await new Promise<number>(resolve => requestAnimationFrame(resolve));
        const isAtEnd = scroller.scrollTop === top && !document.querySelector(`[aria-rowindex="${wanted + 1}"]`);
        const isBlank = isAtEnd || document.querySelector('main tr[data-awaited="true"]') !== null;
        if (isBlank) longest = Math.max(longest, now - (blankSince ?? now));
        blankSince = isBlank ? (blankSince ?? now) : undefined;
      }
      return {
        longestBlankMs: longest,
        rows: Number(document.querySelector('main table')!.getAttribute('aria-rowcount')),
      };
    }, accounts.length);
    expect(rows).toBe(accounts.length + 1);
    if (isLong) expect(longestBlankMs).toBeLessThan(100);
    // Rows that are far away were dropped from the document.
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(100);
    await page.getByText(`${accounts.length.toLocaleString('en-US')} rows`).waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('goes to the last row at once, without reading those before it', async () => {
    const page = await console.open('/inventory/accounts');
    await page.getByText(`${accounts.length.toLocaleString('en-US')} rows`).waitFor();
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).searchParams.get('skip') ?? ''));
    const table = page.getByRole('table', { name: 'Accounts' });
    await table.evaluate(element => element.parentElement!.scrollTo(0, element.parentElement!.scrollHeight));
    const last = table.locator(`tr[aria-rowindex="${accounts.length + 1}"]`);
    await last.getByRole('link').waitFor();
    expect(asked).toContain('2800');
    // The first page and ten more were read ahead; of the end, two pages before those in sight.
    expect(asked).not.toContain('2000');
    expectNoReports(page);
    await page.context().close();
  });

  it('begins a list again at the same row when its version is no longer kept', async () => {
    const page = await console.open('/inventory/accounts');
    const table = page.getByRole('table', { name: 'Accounts' });
    await page.getByText(`${accounts.length.toLocaleString('en-US')} rows`).waitFor();
    const expired = {
      code: 'BAD_REQUEST',
      message: 'pageToken: the version that the pagination began with is no longer kept.',
      details: { parameter: 'pageToken', reason: 'EXPIRED_PAGE_TOKEN' },
    };
    const row = 2800;
    // The page of this row, not one of those that are being read ahead.
    const isItsPage = (url: URL) =>
      url.pathname === '/v1/accounts' && url.searchParams.get('skip') === String(row - 200);
    await page.route(isItsPage, route => route.fulfill({ status: 400, json: expired }), { times: 1 });
    await table.evaluate((element, top) => element.parentElement!.scrollTo(0, top), row * 30);
    await page.getByText('was begun again at the same row').waitFor();
    const shown = await table.getByRole('row').nth(1).getAttribute('aria-rowindex');
    expect(Math.abs(Number(shown) - row)).toBeLessThan(30);
    expectNoReports(page);
    await page.context().close();
  });
});
