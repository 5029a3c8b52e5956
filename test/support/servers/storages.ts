// A storage of each kind to run the same tests against, each with a folder for what is made on the way.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BucketSettings } from '../../../src/storage/bucket/bucket-settings.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { dayMs, type Storage } from '../../../src/storage/storage.ts';
import { type BucketServer, bucketServers, type Gap } from './bucket-servers.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** Empty, for files that a test makes. */
  readonly scratch: string;
  readonly warnings: string[];
  /** Of two that keep a folder under one key in the same moment, exactly one gets it. */
  readonly excludes: boolean;
  close(): Promise<void>;
}

export async function openTestFolder(): Promise<OpenedStorage> {
  const root = temporaryFolder();
  const storage = await openStorage({ folder: path.join(root, 'kept') }, { onWarning: () => {} });
  return {
    storage,
    scratch: path.join(root, 'scratch'),
    warnings: [],
    excludes: true,
    close: async () => {
      await storage.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** A fault shows within a test's time, and a busy machine is none. */
export const impatient = { stallMs: 1500, attempts: 5, pauseMs: 20 } as const;

/** A bucket storage of its own on `server`: another cache, and another prefix unless `settings` says one. */
export async function openTestBucket(
  server: Pick<BucketServer, 'settings'> & Partial<BucketServer>,
  settings: Partial<BucketSettings> = {},
): Promise<OpenedStorage & { cacheFolder: string; prefix: string }> {
  const root = temporaryFolder();
  const warnings: string[] = [];
  const prefix = settings.prefix ?? path.basename(root);
  const cacheFolder = settings.cacheFolder ?? path.join(root, 'cache');
  const storage = await openStorage(
    {
      ...server.settings,
      cacheBytes: 1024 ** 3,
      ...impatient,
      ...settings,
      prefix,
      cacheFolder,
    },
    { onWarning: message => warnings.push(message) },
  ).catch(error => {
    rmSync(root, { recursive: true });
    throw error;
  });
  return {
    storage,
    prefix,
    cacheFolder,
    scratch: path.join(root, 'scratch'),
    warnings,
    excludes: server.conditions ?? true,
    close: async () => {
      await storage.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Every kind, and what its server lacks. A bucket's opens a server of its own, and leaves nothing in one that was given. */
export const storageKinds: readonly (readonly [string, () => Promise<OpenedStorage>, readonly Gap[]])[] = [
  ['a folder', openTestFolder, []],
  ...bucketServers.map(
    ([name, start, gaps]) =>
      [
        name,
        async () => {
          const server = await start();
          const opened = await openTestBucket(server);
          return {
            ...opened,
            close: async () => {
              await removeAll(opened.storage);
              await opened.close();
              await server.stop();
            },
          };
        },
        gaps,
      ] as const,
  ),
];

/** Also what writers left unfinished. The server's clock may be another. */
export async function removeAll(storage: Storage): Promise<void> {
  for (const name of await storage.list('')) await storage.remove(name);
  await storage.sweepUnfinished(-dayMs);
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'rolecall-storage-'));
}
