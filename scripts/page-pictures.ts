// Takes a picture of every page of the console at three widths, light and dark, for somebody to look at, and prints what can be found
// without eyes: pages wider than their window, tables wider than their room at 1280 pixels, and findings of axe-core. Start `npm run up`
// with the example organisation first; the arguments are a link of `rolecall sessions link` and a folder. Needs Debian's chromium-headless-shell.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from './chromium.ts';

const [link, folder, only] = process.argv.slice(2);
if (!link?.startsWith('http') || folder === undefined) {
  console.error(
    'page-pictures: the arguments are a link of `rolecall sessions link`, a folder, and optionally the name of one page',
  );
  process.exit(2);
}
const widths = [1280, 768, 390];
const schemes = ['light', 'dark'] as const;
const shownHeight = 900;
const settleMs = 700;
const longestMs = 20_000;

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const sql =
  'SELECT source_id, count(*) AS accounts, count(*) FILTER (enabled) AS enabled\nFROM accounts\nGROUP BY ALL ORDER BY accounts DESC';
const asValue = (text: string) => encodeURIComponent(JSON.stringify(text));

/** Name → path. */
async function pages(page: Page): Promise<Record<string, string>> {
  const first = async (address: string) =>
    page.evaluate(
      async at => ((await (await fetch(at)).json()) as { items: { id?: string; globalId?: string }[] }).items[0],
      address,
    );
  const [account, group, job, review] = await Promise.all([
    first('/v1/accounts?pageSize=1'),
    first('/v1/user-groups?pageSize=1'),
    first('/v1/action-jobs?pageSize=1'),
    first('/v1/reviews?pageSize=1'),
  ]);
  return {
    ...{
      overview: '/',
      leavers: '/overview/leavers',
      inventory: '/inventory/accounts',
      groups: '/inventory/user-groups',
    },
    ...{ account: `/objects/Account/${account?.globalId}`, group: `/objects/UserGroup/${group?.globalId}` },
    ...{
      search: '/search?q=nina%20tanka',
      risks: '/risks',
      fix: '/fix?rule=leaver_with_enabled_account',
      reviews: '/reviews',
    },
    ...(review && { review: `/reviews/${review.id}` }),
    ...{
      access: '/access',
      identities: '/identities',
      sql: `/sql?q=${asValue(sql)}`,
      changes: '/changes',
      jobs: '/jobs',
    },
    ...(job && { job: `/jobs/${job.id}` }),
    ...{ sources: '/sources', source: '/sources/example-wiki', 'add-source': '/add-source' },
    ...Object.fromEntries(
      ['clients', 'sessions', 'keys', 'audit', 'signals', 'queues', 'exports'].map(part => [
        part,
        `/administration/${part}`,
      ]),
    ),
    ...{ docs: '/docs', missing: '/nowhere', 'sign-in': '/sign-in' },
  };
}

/** What is wrong with the page in its window. In the browser, so as text: the types of scripts are those of Node.js. */
const finding = `(async () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await axe.run({ runOnly });
  return [
    ...(scrollWidth > clientWidth ? [scrollWidth + ' px wide'] : []),
    ...[...document.querySelectorAll('table[aria-label]')]
      .filter(table => innerWidth >= ${widths[0]} && table.scrollWidth > table.parentElement.clientWidth)
      .map(table => 'table ' + table.ariaLabel + ': ' + table.scrollWidth + ' px of ' + table.parentElement.clientWidth),
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)),
  ];
})()`;

/** A height of the window in which nothing of the page is out of sight: what scrolls is a part of the page. In the browser, too. */
const wholeHeight = `(() => {
  const hidden = [document.documentElement, ...document.querySelectorAll('main')].map(each => each.scrollHeight - each.clientHeight);
  return Math.min(innerHeight + Math.max(...hidden), 6000);
})()`;

const browser = await startBrowser();
try {
  // The policy of the pages would refuse axe-core.
  const context = await browser.newContext({ reducedMotion: 'reduce', bypassCSP: true });
  await context.addInitScript(`localStorage.setItem('rolecall.tour-seen', 'true')`);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button').first().click();
  await page.waitForURL(url => !url.pathname.startsWith('/sign-in'));
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, at] of Object.entries(await pages(page))) {
    if (only !== undefined && only !== name) continue;
    for (const width of widths) {
      await page.setViewportSize({ width, height: shownHeight });
      await page.emulateMedia({ colorScheme: schemes[0] });
      await page.goto(new URL(at, link).href);
      await page.locator('h1, .info .title').first().waitFor();
      // A page says what it waits for only after a moment.
      await page.waitForTimeout(settleMs);
      await page
        .waitForFunction(`!document.body.textContent.includes('Waiting for')`, undefined, { timeout: longestMs })
        .catch(() => {});
      await page.waitForTimeout(settleMs);
      // The page stays open, so that what is drawn on a canvas has to follow the change.
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.waitForTimeout(settleMs);
        const file = `${name}-${width}-${scheme}.png`;
        await page.setViewportSize({ width, height: await page.evaluate<number>(wholeHeight) });
        await page.waitForTimeout(settleMs);
        await page.screenshot({ path: path.join(folder, file) });
        await page.setViewportSize({ width, height: shownHeight });
        await page.evaluate(axe);
        for (const found of await page.evaluate<string[]>(finding)) console.log(`${file}: ${found}`);
      }
    }
  }
} finally {
  await browser.close();
}
