// What axe-core finds on a page (https://github.com/dequelabs/axe-core), by the rules of WCAG 2.2 AA.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Makes axe-core known to the page, until it is loaded again. Loading takes as long as looking at the page, so it is done once. */
export async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(source);
}

/** What axe-core finds in what the page shows now. Call {@link loadAxe} before. */
export function accessibilityFindings(page: Page): Promise<string[]> {
  return page.evaluate(async values => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const result = await run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
    return result.violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
  }, rules);
}

/** axe-core finds nothing in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  await loadAxe(page);
  expect(await accessibilityFindings(page)).toEqual([]);
}
