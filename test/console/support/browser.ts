// Debian's Chromium, for tests of the console. Without it they are skipped by name.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(file =>
  existsSync(file),
);

/** Why the tests of the console cannot run; undefined when they can. */
export const missingBrowser = program === undefined ? 'Chromium is not installed (Debian: chromium)' : undefined;

/** A title for `describe` that says why its tests are skipped. */
export const inBrowser = (title: string): string => (missingBrowser ? `${title} (skipped: ${missingBrowser})` : title);

let shared: Promise<Browser> | undefined;

/** One browser for all files that a worker runs; it ends with the worker. Whoever uses it closes its contexts. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: program!,
    // Tests may run as root in a container, where Chromium's own sandbox cannot start. All pages are of this service.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb'],
  });
}
