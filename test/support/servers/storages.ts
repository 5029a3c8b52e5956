// A storage of each kind on which the same tests run, each with a scratch folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BucketSettings } from '../../../src/storage/bucket/bucket-settings.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { dayMs, type Storage } from '../../../src/storage/storage.ts';
import { type BucketServer, bucketServers, type Gap } from './bucket-servers.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** An empty folder for files that a test makes. */
  readonly scratch: string;
  readonly warnings: string[];
  /** When two processes store a folder under one key at the same time, exactly one succeeds. */
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

/** A fault is soon over in a test. How long a connection may stand still is not altered: a busy machine must not count as a fault. */
export const quickRetries = { attempts: 5, pauseMs: 20 } as const;

/** A new bucket storage on `server`, with its own cache, and its own prefix unless `settings` names one. */
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
      ...quickRetries,
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

/**
 * Every kind of storage, with the gaps of its server. A bucket storage starts its own server, or uses the one that the environment
 * names and removes its objects there.
 */
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

/** Also removes unfinished writes. The server's clock may differ. */
export async function removeAll(storage: Storage): Promise<void> {
  for (const name of await storage.list('')) await storage.remove(name);
  await storage.sweepUnfinished(-dayMs);
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'rolecall-storage-'));
}
