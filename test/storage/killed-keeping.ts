// A process that stores or removes a folder, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { StorageSettings } from '../../src/storage/open-storage.ts';
import type { Sharing } from '../../src/storage/storage.ts';
import { temporaryFolder } from '../support/servers/storages.ts';

export const key = 'tenants/acme/versions/00000001';
const program = fileURLToPath(new URL('../support/servers/keeping-process.ts', import.meta.url));
/** What is to be done after the running test, the last first. */
export const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

export function workFolder(made = temporaryFolder()): string {
  cleanups.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Start a process that stores `folder`, or removes the key when there is none; resolves just before it begins. */
export async function startKeeping(settings: StorageSettings, folder: string, sharing?: Sharing, of = key) {
  const shared = sharing ? [JSON.stringify(sharing)] : [];
  const child = spawn(process.execPath, [program, JSON.stringify(settings), folder, of, ...shared], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  let printed = '';
  const begun = new Promise<void>(resolve =>
    child.stdout.on('data', chunk => {
      printed += chunk;
      if (printed.includes('begins')) resolve();
    }),
  );
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  await Promise.race([begun, ended]);
  return { child, ended, printed: () => printed };
}

export async function kill({ child, ended }: { child: ChildProcess; ended: Promise<void> }): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
