// The browser of the tests of the console. Without one they are skipped by name.
import type { Browser } from 'playwright-core';
import { missingBrowser, startBrowser } from '../../../scripts/chromium.ts';

export { missingBrowser };

/** A title for `describe` that says why its tests are skipped. */
export const inBrowser = (title: string): string => (missingBrowser ? `${title} (skipped: ${missingBrowser})` : title);

let shared: Promise<Browser> | undefined;

/** One browser for all files that a worker runs; it ends with the worker. Whoever uses it closes its contexts. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}
