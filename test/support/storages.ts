// A storage of each kind to run the same tests against, each with a folder for what is made on the way.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BucketSettings } from '../../src/storage/bucket.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type ObjectServer, startObjectServer } from './object-server.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** Empty, for files that a test makes. */
  readonly scratch: string;
  readonly warnings: string[];
  close(): Promise<void>;
}

export async function openTestFolder(): Promise<OpenedStorage> {
  const root = temporaryFolder();
  const storage = await openStorage({ folder: path.join(root, 'kept') }, { onWarning: () => {} });
  return {
    storage,
    scratch: path.join(root, 'scratch'),
    warnings: [],
    close: async () => {
      await storage.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Settings by which a fault shows within a test's time. */
export const impatient = { stallMs: 400, attempts: 4, pauseMs: 20 } as const;

/** A bucket storage of its own on `server`: another cache, and another prefix unless `settings` says one. */
export async function openTestBucket(
  server: ObjectServer,
  settings: Partial<BucketSettings> = {},
): Promise<OpenedStorage & { cacheFolder: string }> {
  const root = temporaryFolder();
  const warnings: string[] = [];
  const cacheFolder = settings.cacheFolder ?? path.join(root, 'cache');
  const storage = await openStorage(
    {
      ...server.settings,
      prefix: path.basename(root),
      cacheBytes: 1024 ** 3,
      ...impatient,
      ...settings,
      cacheFolder,
    },
    { onWarning: message => warnings.push(message) },
  );
  return {
    storage,
    cacheFolder,
    scratch: path.join(root, 'scratch'),
    warnings,
    close: async () => {
      await storage.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Both kinds. The bucket's opens a server of its own. */
export const storageKinds: readonly [string, () => Promise<OpenedStorage>][] = [
  ['a folder', openTestFolder],
  [
    'a bucket',
    async () => {
      const server = await startObjectServer();
      const opened = await openTestBucket(server);
      return {
        ...opened,
        close: async () => {
          await opened.close();
          await server.stop();
        },
      };
    },
  ],
];

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'rolecall-storage-'));
}
