// Chromium on this machine, for tests of the console and for pictures of it.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The first one has no window of its own around a page, so a page takes it a third of the time.
const program = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map(name => `/usr/bin/${name}`)
  .find(file => existsSync(file));

/** Why there is no browser; undefined when there is one. */
export const missingBrowser =
  program === undefined ? 'Chromium is not installed (Debian: chromium-headless-shell)' : undefined;

export async function startBrowser(): Promise<Browser> {
  if (missingBrowser !== undefined) throw new Error(missingBrowser);
  return chromium.launch({
    executablePath: program!,
    // It may run as root in a container, where Chromium's own sandbox cannot start. All pages are of this service.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb'],
  });
}
