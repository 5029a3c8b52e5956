// Signing in to the console with a link, or at an OpenID provider: the session is a cookie that no script sees.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/state/sessions/roles.ts';
import { pagesOf } from '../support/scripted-source.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type OutsideProvider, startOpenIdProvider } from '../support/servers/openid-provider.ts';
import { startService } from '../support/service/service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inBrowser, missingBrowser } from './support/browser.ts';
import { expectNoReports, startConsole, type TestConsole } from './support/console.ts';

const account = { id: 'a-1', alias: 'ada', name: 'Ada', type: 'User', enabled: true };

describe.skipIf(missingBrowser !== undefined)(inBrowser('signing in to the console'), () => {
  let console: TestConsole;
  let provider: OutsideProvider;
  beforeAll(async () => {
    const port = await freePort();
    provider = await startOpenIdProvider(`http://127.0.0.1:${port}/sign-in/callback`);
    const openid = {
      ...{ name: 'Example <ID>', issuer: provider.issuer },
      ...{ client_id: provider.clientId, client_secret: provider.clientSecret },
      scopes: ['profile', 'groups'],
      roles: { viewer: ['everybody'], analyst: ['analysts'], administrator: [] },
    };
    const sources = { app: { Account: pagesOf([account], 1) } };
    const test = await startService({ sources, settings: { listen: { port }, sign_in: { openid } } });
    await test.sync();
    console = await startConsole(test, port);
  });
  afterAll(async () => {
    await console?.close();
    await provider?.stop();
  });

  /** A new link, at the address of the test. */
  async function newLink(role: Role = 'administrator', name = 'ada'): Promise<string> {
    const { url } = await console.test.operator.addSignInLink({ name, sources: [], role });
    const { pathname, search } = new URL(url);
    return console.address + pathname + search;
  }

  /** In another window of the same browser: open a link, and press its button. */
  async function useLink(context: BrowserContext, link: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  const signedInAs = (page: Page, name: string) => page.getByRole('button', { name: `Session of ${name}` }).waitFor();

  /** The look of a page with a card and a button, in light and dark. */
  async function looksOf(page: Page): Promise<unknown[]> {
    const looks: unknown[] = [];
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      looks.push(
        await page.getByRole('button', { name: 'Sign in', exact: true }).evaluate(button => {
          const style = (element: Element, ...names: string[]) =>
            names.map(name => getComputedStyle(element).getPropertyValue(name));
          const card = button.closest('main > div') ?? button.closest('main')!;
          return [
            style(document.body, 'background-color', 'color', 'font-family', 'font-size', 'line-height'),
            style(card, 'background-color', 'border', 'border-radius', 'padding', 'width'),
            style(button, 'background-color', 'border', 'border-radius', 'color', 'font-weight', 'height', 'width'),
          ];
        }),
      );
    }
    return looks;
  }

  it('takes a link, and opens the page that was asked for', async () => {
    const page = await console.open('/search?q=ada', { isSignedIn: false });
    await page.getByLabel('Link').fill('https://elsewhere.example/');
    await page.getByRole('button', { name: 'Use the link' }).click();
    await page.getByText('This is no link to sign in').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Link').fill(await newLink());
    const signInPage = await looksOf(page);
    await page.getByRole('button', { name: 'Use the link' }).click();
    await page.getByText('The link signs one person in once').waitFor();
    // The text is there before the style sheet.
    await page.waitForLoadState('load');
    // The page of the link has its own style sheet, which has to follow that of the console.
    expect(await looksOf(page)).toEqual(signInPage);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('ada');
    await signedInAs(page, 'ada, administrator');
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate(() => globalThis.document.cookie)).toBe('');
    await page.reload();
    await signedInAs(page, 'ada');
    expectNoReports(page);
    await page.context().close();
  });

  it('signs in at an OpenID provider with the role of a group, and opens the page that was asked for', async () => {
    const page = await console.open('/search?q=ada', { isSignedIn: false });
    const signIn = async (groups: readonly string[]) => {
      provider.people.set('olga', { name: 'Olga', groups });
      await page.getByRole('button', { name: 'Sign in with Example <ID>' }).click();
      await page.waitForURL(`${provider.issuer}/**`);
      await page.locator('[name=login]').fill('olga');
      await page.locator('[name=password]').fill('any');
      await page.locator('[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await signIn(['strangers']);
    await page.getByRole('heading', { name: 'You may not sign in here' }).waitFor();
    await expectAccessible(page);
    await page.context().clearCookies();
    await page.goto(`${console.address}/search?q=ada`);
    await signIn(['everybody', 'analysts']);
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('ada');
    await signedInAs(page, 'Olga, analyst');
    await page.context().close();
  });

  it('goes on in a window that waited, when the link was opened in another one', async () => {
    const page = await console.open('/search?q=ada', { isSignedIn: false });
    await page.getByLabel('Link').waitFor();
    await useLink(page.context(), await newLink('viewer', 'vera'));
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    await signedInAs(page, 'vera, viewer');
    // A viewer is offered no administration, and the service would refuse it.
    await expect.poll(() => page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    const status = await page.evaluate(async () => (await fetch('/v1/clients')).status);
    expect(status).toBe(403);
    expectNoReports(page);
    await page.context().close();
  });

  it('changes something with a session, signs out, and is then signed out', async () => {
    const page = await console.open('/', { isSignedIn: false });
    await useLink(page.context(), await newLink());
    await page.goto(`${console.address}/administration/clients`);
    await createClient(page, 'of a session');
    await page.getByRole('button', { name: 'I have kept the secret' }).click();
    const { items } = (await console.test.get('/v1/clients')).body;
    expect(items.map(({ name }: { name: string }) => name)).toContain('of a session');
    await page.getByRole('button', { name: /^Session of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Rolecall' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.getByLabel('Link').waitFor();
    expectNoReports(page);
    await page.context().close();
  });

  it('asks to sign in again when the session is revoked in mid-work, and loses nothing', async () => {
    const page = await console.open('/', { isSignedIn: false });
    await useLink(page.context(), await newLink());
    await page.goto(`${console.address}/administration/clients`);
    await page.getByRole('button', { name: 'New client' }).click();
    const name = page.getByLabel('Name');
    await name.fill('begun before the end');
    const form = await name.evaluateHandle((input: HTMLInputElement) => input.form!);
    await console.test.operator.revokeSessions({});
    // Another request of the page may have met the end first. Its dialog then lies over the button.
    await form.evaluate(element => element.requestSubmit());
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await expectAccessible(page);
    await again.getByLabel('Link').fill(await newLink());
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      again.getByRole('button', { name: 'Use the link' }).click(),
    ]);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await signedInAs(other, 'ada');
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    // The request that waited is sent with the new session, and with what was typed before.
    await page.getByRole('heading', { name: 'The client is created' }).waitFor();
    await again.waitFor({ state: 'detached' });
    const { items } = (await console.test.get('/v1/clients')).body;
    expect(items.filter(({ name }: { name: string }) => name === 'begun before the end')).toHaveLength(1);
    expectNoReports(page);
    await page.context().close();
  });

  it('takes over a newer session of the same person, but does nothing in the name of another one', async () => {
    const page = await console.open('/', { isSignedIn: false });
    await useLink(page.context(), await newLink());
    await page.goto(`${console.address}/administration/clients`);
    await signedInAs(page, 'ada');
    await useLink(page.context(), await newLink()).then(other => signedInAs(other, 'ada'));
    await createClient(page, 'with a newer session');
    await page.getByRole('button', { name: 'I have kept the secret' }).click();
    await useLink(page.context(), await newLink('administrator', 'bob')).then(other => signedInAs(other, 'bob'));
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill('of another person');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').getByText('The client could not be created').waitFor();
    const { items } = (await console.test.get('/v1/clients')).body;
    const names = items.map(({ name }: { name: string }) => name);
    expect(names).toContain('with a newer session');
    expect(names).not.toContain('of another person');
    expectNoReports(page);
    await page.context().close();
  });

  async function createClient(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'The client is created' }).waitFor();
  }
});
