// A process that is killed at a defined point while it stores or removes a folder leaves whole folders, or nothing visible.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../src/storage/open-storage.ts';
import { type Sharing, StorageMissing } from '../../src/storage/storage.ts';
import { startFaultyProxy } from '../support/servers/faulty-proxy.ts';
import { filesIn, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';
import { startObjectServer } from '../support/servers/object-server.ts';
import { quickRetries } from '../support/servers/storages.ts';
import { cleanups, key, kill, startKeeping, workFolder } from './killed-keeping.ts';

describe('a bucket', () => {
  it.each([
    ['among the files', { on: ({ method }: { method: string }) => method === 'PUT', after: 5 }],
    ['within a large file', { on: ({ url }: { url: string }) => url.includes('partNumber=2') }],
    [
      'before the index',
      { on: ({ method, url }: { method: string; url: string }) => method === 'PUT' && url.includes('.index.json') },
    ],
  ])('shows nothing of a folder when the process is killed %s', async (_, when) => {
    const server = await startObjectServer();
    cleanups.push(() => server.stop());
    const proxy = await startFaultyProxy(server.url);
    cleanups.push(() => proxy.stop());
    const root = workFolder();
    const settings = { ...server.settings, cacheFolder: path.join(root, 'cache'), cacheBytes: 1e9 };
    const folder = writeVersion(path.join(root, 'made'));
    const tree = treeOf(folder);

    const held = proxy.inject({ kind: 'delay', delayMs: 60_000, times: 99, ...when });
    const keeping = await startKeeping({ ...settings, endpoint: proxy.url }, folder);
    await expect.poll(() => held.met(), { interval: 5 }).toBeGreaterThan(0);
    await kill(keeping);
    expect(server.store.objects.size + server.store.uploads.size).toBeGreaterThan(0);

    // The same cache folder: its lock ended with the process.
    const storage = await openStorage({ ...settings, ...quickRetries }, { onWarning: () => {} });
    cleanups.push(() => storage.close());
    expect(await storage.list('tenants/acme/versions')).toEqual([]);
    await expect(storage.borrowFolder(key)).rejects.toThrow(StorageMissing);
    expect(treeOf(folder)).toEqual(tree);
    await storage.keepFolder(key, folder);
    expect(await storage.sweepUnfinished(-1000)).toBeGreaterThan(0);
    expect(server.store.uploads.size).toBe(0);
    expect(server.store.objects.size).toBe(Object.keys(tree).filter(name => !name.endsWith('/')).length + 1);
    using borrowed = await storage.borrowFolder(key);
    expect(treeOf(borrowed.path)).toEqual(tree);
  });
});

describe('folders that share files in a bucket', () => {
  const previousKey = 'tenants/acme/versions/00000000';
  const small = { largeBytes: 9_000_000 };
  type Asked = { method: string; url: string };

  /** A bucket with a folder, and another folder that has one other file; the proxy holds the matching requests of `act`. */
  async function start() {
    const server = await startObjectServer();
    cleanups.push(() => server.stop());
    const proxy = await startFaultyProxy(server.url);
    cleanups.push(() => proxy.stop());
    const root = workFolder();
    const settings = { ...server.settings, cacheFolder: path.join(root, 'cache'), cacheBytes: 1e9 };
    const made = writeVersion(path.join(root, 'previous'), small);
    const previous = { key: previousKey, files: filesIn(made) };
    const previousTree = treeOf(made);
    const first = await openStorage({ ...settings, ...quickRetries }, { onWarning: () => {} });
    await first.keepFolder(previousKey, made, undefined, { files: previous.files });
    const folder = writeVersion(path.join(root, 'made'), small);
    for (const name of ['serve/new-1', 'serve/new-2', 'serve/new-3']) write(folder, name, name);
    const sharing = { files: filesIn(folder), previous };
    const act = async (
      when: { on(asked: Asked): boolean; after?: number },
      ...work: [string, Sharing | undefined, string]
    ) => {
      const held = proxy.inject({ kind: 'delay', delayMs: 60_000, times: 99, ...when });
      const keeping = await startKeeping({ ...settings, endpoint: proxy.url }, ...work);
      await expect.poll(() => held.met(), { interval: 5 }).toBeGreaterThan(0);
      await kill(keeping);
    };
    const objects = () => [...server.store.objects.keys()].toSorted();
    return { settings, first, previous, previousTree, folder, sharing, act, objects };
  }

  const isPutOfFile = ({ method, url }: Asked) => method === 'PUT' && url.includes('.files/');
  it.each([
    ['before any file', { on: isPutOfFile }],
    ['among the files', { on: isPutOfFile, after: 2 }],
    ['before the index', { on: ({ method, url }: Asked) => method === 'PUT' && url.includes('.index.json') }],
  ])('stay whole when the process that stores one is killed %s', async (_, when) => {
    const { settings, first, previousTree, folder, sharing, act, objects } = await start();
    await first.close();
    const before = objects();
    await act(when, folder, sharing, key);
    const storage = await openStorage({ ...settings, ...quickRetries }, { onWarning: () => {} });
    cleanups.push(() => storage.close());
    expect(await storage.list('tenants/acme/versions')).toEqual([path.basename(previousKey)]);
    await storage.sweepUnfinished(-1000);
    expect(objects()).toEqual(before);
    const tree = treeOf(folder);
    await storage.keepFolder(key, folder, undefined, sharing);
    expect(objects()).toHaveLength(before.length + 4);
    for (const [name, expected] of [[previousKey, previousTree] as const, [key, tree] as const]) {
      using borrowed = await storage.borrowFolder(name);
      expect(treeOf(borrowed.path)).toEqual(expected);
    }
  });

  const isRemoval = ({ method }: Asked) => method === 'DELETE';
  it.each([
    ['before the index', { on: isRemoval }],
    ['before the files', { on: isRemoval, after: 1 }],
    ['among the files', { on: isRemoval, after: 4 }],
  ])('stay whole when the process that removes one is killed %s', async (_, when) => {
    const { settings, first, previous, folder, sharing, act, objects } = await start();
    const tree = treeOf(folder);
    await first.keepFolder(key, folder, undefined, sharing);
    // What only the removed folder has.
    const third = writeVersion(`${folder}-next`, { ...small, seed: 2 });
    const thirdTree = treeOf(third);
    const thirdKey = 'tenants/acme/versions/00000002';
    const of = { key, files: sharing.files };
    await first.keepFolder(thirdKey, third, undefined, { files: filesIn(third), previous: of });
    await first.close();
    await act(when, '', undefined, key);
    const storage = await openStorage(
      { ...settings, ...quickRetries, cacheFolder: `${folder}-cache` },
      { onWarning: () => {} },
    );
    cleanups.push(() => storage.close());
    const there = await storage.list('tenants/acme/versions');
    if (there.includes(path.basename(key))) {
      using borrowed = await storage.borrowFolder(key);
      expect(treeOf(borrowed.path)).toEqual(tree);
      await storage.remove(key);
    }
    using borrowed = await storage.borrowFolder(thirdKey);
    expect(treeOf(borrowed.path)).toEqual(thirdTree);
    await storage.remove(previous.key);
    await storage.sweepUnfinished(-1000);
    const contents = new Set(Object.values(thirdTree).filter(hash => hash !== '')).size;
    expect(objects()).toHaveLength(contents + 1);
  });
});
