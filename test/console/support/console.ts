// The console on the example organisation: one service for a test file, and one browser for all files of a worker.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildConsoleIfOld } from '../../../src/cli/service/build-console.ts';
import type { Scope } from '../../../src/state/clients/clients.ts';
import { startOrganisation } from '../../support/organisation.ts';
import { reportOnFailure } from '../../support/run/failure-reports.ts';
import type { TestService } from '../../support/service/service.ts';
import { sharedBrowser } from './browser.ts';

export interface TestConsole {
  readonly test: TestService;
  readonly browser: Browser;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** A window of a new browser profile at this path, signed in. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Default: all of them. */
  readonly scopes?: readonly Scope[];
  /** An access token to sign in with; default: one of a client with the scopes. */
  readonly token?: string;
  /** Default: true. */
  readonly isSignedIn?: boolean;
  /** Default: false, so that the tour is not in the way. */
  readonly isFirstSight?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/**
 * @param test the service; default: one that has published the example organisation. `close` closes it.
 * @param port where it listens; default: a free one
 */
export async function startConsole(test?: TestService, port = 0): Promise<TestConsole> {
  const problem = await buildConsoleIfOld();
  if (problem !== undefined) throw new Error(problem);
  const [served, browser] = await Promise.all([test ?? startOrganisation(), sharedBrowser()]);
  const address = await served.app.listen({ host: '127.0.0.1', port });
  const tokens = new Map<string, Promise<string>>();
  const tokenFor = (scopes: readonly Scope[]) => {
    const key = scopes.join(' ');
    const token = tokens.get(key) ?? served.token({ scopes });
    tokens.set(key, token);
    return token;
  };
  const endReport = reportOnFailure(() => shownPages(browser));
  return {
    test: served,
    browser,
    address,
    async open(path, options = {}) {
      const { scopes = ['read', 'write', 'admin'], isSignedIn = true, isFirstSight = false } = options;
      const { width = 1280, height = 800, colorScheme = 'light' } = options;
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      if (!isFirstSight) {
        await context.addInitScript(() => {
          if (location.protocol === 'http:') localStorage.setItem('rolecall.tour-seen', 'true');
        });
      }
      await collectReports(context);
      const page = await context.newPage();
      page.setDefaultTimeout(200_000);
      await page.goto(address + path);
      if (isSignedIn) {
        await signInWithToken(page, options.token ?? (await tokenFor(scopes)));
        // The page that asks to sign in has a heading, too, and takes no keys.
        await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' });
      }
      return page;
    },
    async close() {
      endReport();
      await Promise.all(browser.contexts().map(context => context.close()));
      await served.close();
    },
  };
}

/** The address and the text of each open page. */
async function shownPages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap(context => context.pages());
  const texts = pages.map(async page => {
    const [text = ''] = await page.locator('body').allInnerTexts();
    const lost = lostClicks.get(page.context())?.map(each => `a click was perhaps lost: ${each}`) ?? [];
    return [`${page.url()} shows:`, text.slice(0, 4000), ...lost].join('\n');
  });
  return (await Promise.allSettled(texts))
    .map(each => (each.status === 'fulfilled' ? each.value : `${each.reason}`))
    .join('\n');
}

/** On the page that asks to sign in: paste an access token. */
export async function signInWithToken(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Use an access token instead' }).click();
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const reports = new WeakMap<BrowserContext, string[]>();
const lostClicks = new WeakMap<BrowserContext, string[]>();

/** Notes what the content security policy reports, and errors that no code of the page caught. */
async function collectReports(context: BrowserContext): Promise<void> {
  const found: string[] = [];
  reports.set(context, found);
  context.on('weberror', error => found.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  await context.exposeBinding('reportViolation', (_source, text: string) => void found.push(text));
  const lost: string[] = [];
  lostClicks.set(context, lost);
  await context.exposeBinding('noteLostClick', (_source, text: string) => void lost.push(text));
  await context.addInitScript(() => {
    // A page that moves between the two halves of a click loses it.
    let pressed: EventTarget | null = null;
    const notePressed = ({ target }: MouseEvent) => {
      pressed = target;
    };
    document.addEventListener('mousedown', notePressed, true);
    document.addEventListener(
      'mouseup',
      ({ target }) => {
        const note = (globalThis as unknown as { noteLostClick(text: string): void }).noteLostClick;
        // The press may have been on the document before this one, or on no element.
        if (pressed instanceof Element && target !== pressed) note(`pressed on ${pressed.outerHTML.slice(0, 200)}`);
        pressed = null;
      },
      true,
    );
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation;
        report(`${violatedDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber}`);
      },
    );
  });
}

/** The content security policy has reported nothing, and no error was left uncaught. */
export function expectNoReports(page: Page): void {
  expect(reports.get(page.context())).toEqual([]);
}

/** Closes the page, with nothing reported. */
export async function closed(page: Page): Promise<void> {
  expectNoReports(page);
  await page.context().close();
}
