// The console in Chromium, as somebody sees it who has just signed in: its first load, a table that is scrolled, a graph of access.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { prepare } from '../../../examples/role-mining/prepare.ts';
import { missingBrowser, startBrowser } from '../../../scripts/chromium.ts';
import { buildConsoleIfOld } from '../../../src/cli/service/build-console.ts';
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import { type RunningService, startService } from '../service/rolecall-server.ts';
import { median, milliseconds } from '../table.ts';

/** What the functions that run in the page use of it. The rest of the program is not compiled for browsers. */
interface PageElement {
  readonly parentElement: PageElement | null;
  readonly clientHeight: number;
  readonly scrollHeight: number;
  scrollTop: number;
}
interface ResourceTiming {
  readonly name: string;
  readonly encodedBodySize: number;
  readonly responseEnd: number;
}
declare const document: { querySelector(selector: string): PageElement | null };
declare function requestAnimationFrame(callback: (now: number) => void): void;

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
const fullLoads = 9;
const fullScrolledRows = 30_000;
const fullGraphNodes = 2000;
const scriptAtMostBytes = 300_000;
const contentAtMostMs = 1000;
const blankAtMostMs = 100;
const graphAtMostMs = 1000;

export async function measureConsole(bench: Bench): Promise<void> {
  if (missingBrowser) return bench.skip('console', missingBrowser);
  const problem = await buildConsoleIfOld();
  if (problem !== undefined) throw new Error(problem);
  const browser = await startBrowser();
  try {
    const deployment = await bench.published();
    await onService(deployment, async service => {
      const context = await signedIn(browser, deployment);
      await measureFirstLoad(bench, context, service);
      await measureScroll(bench, context, service);
    });
    await measureGraph(bench, browser);
  } finally {
    await browser.close();
  }
}

async function onService(deployment: string, work: (service: RunningService) => Promise<void>): Promise<void> {
  const service = await startService(deployment);
  try {
    await work(service);
  } finally {
    await service.child.stop();
  }
}

/** A browser's profile with a session, by a link that signs in once. */
async function signedIn(browser: Browser, deployment: string): Promise<BrowserContext> {
  const flags = ['--disable-warning=ExperimentalWarning', cli, 'sessions', 'link'];
  const link = execFileSync(process.execPath, [...flags, '--config', path.join(deployment, 'rolecall.yaml')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.addInitScript(() => localStorage.setItem('rolecall.tour-seen', 'true'));
  const page = await context.newPage();
  await page.goto((JSON.parse(link) as { url: string }).url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.close();
  return context;
}

/** From the address to the first rows of the list, with nothing in the browser's cache. */
async function measureFirstLoad(bench: Bench, context: BrowserContext, { origin }: RunningService): Promise<void> {
  const loads = bench.effort(fullLoads);
  bench.say(`the first load of the list of ${bench.rows} accounts`);
  const took: number[] = [];
  let scriptBytes = 0;
  for (let load = 0; load < loads; load += 1) {
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await page.goto(`${origin}/inventory/accounts`, { waitUntil: 'commit' });
    const row = page.locator('main tr[data-awaited="false"]').first();
    await row.waitFor();
    took.push(await page.evaluate(() => performance.now()));
    scriptBytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as unknown as ResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    await page.close();
  }
  const ours = median(took);
  bench.report({
    what: `console: first load to the first rows of ${bench.rows} accounts, median of ${loads}`,
    ours: milliseconds(ours),
    peer: '',
    ratio: '',
    target: `< ${contentAtMostMs} ms`,
    met: ours < contentAtMostMs,
  });
  bench.report({
    what: 'console: script of that load, compressed',
    ours: `${Math.round(scriptBytes / 1000)} KB`,
    peer: '',
    ratio: '',
    target: `< ${scriptAtMostBytes / 1000} KB`,
    met: scriptBytes < scriptAtMostBytes,
  });
}

/** Turn the wheel by 800 pixels in each frame, which is faster than anybody reads. */
async function measureScroll(bench: Bench, context: BrowserContext, { origin }: RunningService): Promise<void> {
  const rows = Math.min(bench.rows, bench.effort(fullScrolledRows, 300));
  bench.say(`scrolling through ${rows} rows`);
  const page = await context.newPage();
  await page.goto(`${origin}/inventory/accounts`);
  await page.getByText(`${bench.rows.toLocaleString('en-US')} rows`).waitFor();
  const scrolled = await page.evaluate(scrollDown, rows);
  const jumped = await page.evaluate(goToMiddle);
  await page.close();
  bench.report({
    what: `console: rows that stay blank for longest, over ${rows} rows at 26 rows a frame`,
    ours: milliseconds(scrolled),
    peer: '',
    ratio: '',
    target: `≤ ${blankAtMostMs} ms`,
    met: scrolled <= blankAtMostMs,
  });
  bench.report({
    what: `console: from a jump to the middle of ${bench.rows} accounts to its rows`,
    ours: milliseconds(jumped),
    peer: '',
    ratio: '',
    target: '',
  });
}

/** In the page: milliseconds for which rows in sight were blank without a break, at most. */
async function scrollDown(rows: number): Promise<number> {
  const scroller = document.querySelector('main table')!.parentElement!;
  const rowPixels = 30;
  let [blankSince, longest]: [number | undefined, number] = [undefined, 0];
  while (scroller.scrollTop + scroller.clientHeight < Math.min(rows * rowPixels, scroller.scrollHeight - rowPixels)) {
    scroller.scrollTop += 800;
    const now = await new Promise<number>(resolve => requestAnimationFrame(resolve));
    const isBlank = document.querySelector('main tr[data-awaited="true"]') !== null;
    if (isBlank) longest = Math.max(longest, now - (blankSince ?? now));
    blankSince = isBlank ? (blankSince ?? now) : undefined;
  }
  return longest;
}

/** In the page: milliseconds until the row in the middle of the list is shown. */
async function goToMiddle(): Promise<number> {
  const scroller = document.querySelector('main table')!.parentElement!;
  const started = performance.now();
  scroller.scrollTop = scroller.scrollHeight / 2;
  const row = Math.floor(scroller.scrollTop / 30) + 5;
  while (document.querySelector(`main tr[data-index="${row}"][data-awaited="false"]`) === null) {
    await new Promise(resolve => requestAnimationFrame(resolve));
  }
  return performance.now() - started;
}

/** What one account reaches: its node, and one for each object. Accounts with the same access would be drawn as one node. */
async function measureGraph(bench: Bench, browser: Browser): Promise<void> {
  const nodes = bench.effort(fullGraphNodes, 100);
  bench.say(`a graph of access with ${nodes} nodes`);
  const deployment = path.join(bench.folder, 'graph');
  const matrix = path.join(bench.folder, 'graph.txt');
  fs.writeFileSync(matrix, Array.from({ length: nodes - 1 }, (_, permission) => `user p${permission}\n`).join(''));
  const folder = path.join(bench.folder, 'graph-source');
  await prepare(matrix, folder);
  const source = { id: 'graph', connector: 'custom-application', settings: { folder } };
  await run('service/extraction.ts', { folder: deployment, source });
  await onService(deployment, async service => {
    const context = await signedIn(browser, deployment);
    const took = await drawnAfter(await context.newPage(), service, nodes, bench.effort(5));
    const ours = median(took);
    bench.report({
      what: `console: graph of access of ${nodes} nodes, from the answer to the picture, median of ${took.length}`,
      ours: milliseconds(ours),
      peer: '',
      ratio: '',
      target: `< ${graphAtMostMs} ms`,
      met: ours < graphAtMostMs,
    });
  });
}

/** Milliseconds from the end of the answer with the graph until it was drawn, of several loads of the page. */
async function drawnAfter(page: Page, { origin, authorization }: RunningService, nodes: number, loads: number) {
  const answer = await fetch(`${origin}/v1/accounts?pageSize=1`, { headers: { authorization } });
  const { items } = (await answer.json()) as { items: { globalId: string }[] };
  const took: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    await page.goto(`${origin}/access?from=Account:${items[0]!.globalId}&layers=1&each=5000`);
    await page.getByRole('img', { name: `Graph of ${nodes} objects` }).waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('access graph drawn').length > 0);
    took.push(
      await page.evaluate(() => {
        const [drawn] = performance.getEntriesByName('access graph drawn');
        const asked = (performance.getEntriesByType('resource') as unknown as ResourceTiming[]).find(({ name }) =>
          name.includes('/v1/access-graph/'),
        );
        return drawn!.startTime + drawn!.duration - asked!.responseEnd;
      }),
    );
  }
  return took;
}
