// The console's frame: signing in, navigation, keys, search, and what happens when something is wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

describe.skipIf(missingBrowser !== undefined)(inBrowser('the frame of the console'), () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
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
    const page = await console.open('/', { isFirstSight: true });
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

  it.each([
    { width: 360, height: 640, colorScheme: 'light' },
    { width: 1280, height: 800, colorScheme: 'dark' },
    { width: 3840, height: 2160, colorScheme: 'light' },
  ] as const)('fits $width pixels in $colorScheme', async size => {
    const page = await console.open('/', size);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await expectAccessible(page);
    expectNoReports(page);
    await page.context().close();
  });

  it('finds a page and an object by keys alone', async () => {
    const page = await console.open('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('/');
    const box = page.getByRole('combobox');
    await box.waitFor();
    await expectAccessible(page);
    const [account] = (await console.test.get('/v1/accounts?pageSize=1')).body.items;
    await page.keyboard.type(account.globalId);
    await page
      .getByRole('option', { name: /Account/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/objects/Account/${account.globalId}`);
    await page.keyboard.press('Control+k');
    await box.waitFor();
    await page.keyboard.type('over');
    await page.getByRole('option', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Search' }).waitFor();
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
    expect(await box.inputValue()).toBe('engineering');
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
    const page = await console.open('/objects/Account/00000000-0000-4000-8000-000000000000');
    const alert = page.getByRole('alert');
    await alert.getByText('NOT_FOUND').waitFor();
    expect(await alert.textContent()).toMatch(/request [\w-]{8,}/);
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
    await page.context().close();
  });
});
