// Takes the pictures of the console in docs/images. Start `npm run up` with the example organisation first; the argument is a link of
// `rolecall sessions link`. A review must have been sent (docs/reviews.md). Needs Debian's chromium-headless-shell.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from './chromium.ts';

const folder = path.resolve(import.meta.dirname, '../docs/images');
const settleMs = 2500;
const size = { width: 1280, height: 800 };

interface Picture {
  readonly name: string;
  /** Path of the page. */
  readonly at: string;
  readonly scheme?: 'light' | 'dark';
  /** Bring the page into the state of the picture. */
  prepare(page: Page): Promise<unknown>;
}

const pictures: readonly Picture[] = [
  {
    name: 'overview',
    at: '/',
    prepare: page => page.getByRole('row', { name: /^All/ }).waitFor(),
  },
  {
    name: 'inventory',
    at: '/inventory/accounts',
    prepare: page => page.getByRole('row').nth(5).waitFor(),
  },
  {
    name: 'access',
    at: '/access',
    prepare: async page => {
      await page.getByText('Who can become root').first().click();
      await page.locator('canvas').first().waitFor();
      await page.getByRole('heading', { name: 'Who reaches it' }).evaluate(heading => heading.scrollIntoView());
    },
  },
  {
    name: 'risks',
    at: '/risks',
    scheme: 'dark',
    prepare: page => page.getByRole('row').nth(5).waitFor(),
  },
  {
    name: 'object',
    at: '/search?q=ntanaka',
    prepare: async page => {
      await page.getByRole('main').getByRole('link', { name: 'Nina Tanaka' }).first().click();
      await page.getByRole('region', { name: 'Actions' }).getByRole('button').first().waitFor();
    },
  },
  {
    name: 'reviews',
    at: '/reviews',
    scheme: 'dark',
    prepare: async page => {
      await page.getByRole('table', { name: 'Reviews' }).getByRole('link').first().click();
      await page.getByRole('table', { name: 'Decisions' }).waitFor();
    },
  },
  {
    name: 'sql',
    at: `/sql?q=${encodeURIComponent(JSON.stringify('SELECT source_id, count(*) AS accounts, count(*) FILTER (enabled) AS enabled\nFROM accounts\nGROUP BY ALL ORDER BY accounts DESC'))}`,
    prepare: async page => {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Chart' }).click();
      await page.locator('canvas').first().waitFor();
    },
  },
];

const [link] = process.argv.slice(2);
if (!link?.startsWith('http')) {
  console.error('screenshots: the argument is a link of `rolecall sessions link`');
  process.exit(2);
}
const browser = await startBrowser();
try {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
  // The tour for newcomers would cover the pages.
  await context.addInitScript(`localStorage.setItem('rolecall.tour-seen', 'true')`);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button').first().click();
  await page.waitForURL(url => !url.pathname.startsWith('/sign-in'));
  fs.mkdirSync(folder, { recursive: true });
  for (const { name, at, scheme = 'light', prepare } of pictures) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(new URL(at, link).href);
    await prepare(page);
    // On a busy machine, the text "Waiting for …" appears only after a moment. Pages with a stream of events never have an idle network.
    await page.waitForTimeout(settleMs);
    await page
      .getByText(/^Waiting for/)
      .first()
      .waitFor({ state: 'detached' });
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(`docs/images/${name}.png`);
  }
} finally {
  await browser.close();
}
