// Folders that have equal files: each content is stored, uploaded, downloaded and removed once.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sharing, Storage } from '../../src/storage/storage.ts';
import { useFaultyBucket } from '../support/servers/faulty-bucket.ts';
import { content, filesIn, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';
import { type OpenedStorage, openTestFolder, storageKinds } from '../support/servers/storages.ts';

const small = { largeBytes: 9_000_000 };

/** Keep a folder that shares files with a kept one. @returns its files */
async function keep(storage: Storage, key: string, folder: string, previous?: Sharing['previous']) {
  const tree = treeOf(folder);
  const files = filesIn(folder);
  await storage.keepFolder(key, folder, undefined, { files, previous });
  return { key, files, tree };
}

/** A folder like {@link writeVersion} in which one file differs, one is new, and one has the content of another. */
function writeNext(folder: string): string {
  writeVersion(folder, small);
  write(folder, 'serve/part-3.json', 'changed');
  write(folder, 'serve/new.json', content(5000, 77));
  write(folder, 'serve/part-4.json', readFileSync(path.join(folder, 'serve/part-5.json')));
  return folder;
}

describe.each(storageKinds)('%s', (_, open) => {
  let opened: OpenedStorage;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('returns each of two folders with equal files, before and after the other is removed', async () => {
    const { storage, scratch } = opened;
    const first = await keep(storage, 'a/1', writeVersion(`${scratch}/one`, small));
    const second = await keep(storage, 'a/2', writeNext(`${scratch}/two`), first);
    const third = await keep(storage, 'a/3', writeNext(`${scratch}/three`), second);
    for (const { key, tree } of [first, second, third]) {
      using borrowed = await storage.borrowFolder(key);
      expect(treeOf(borrowed.path)).toEqual(tree);
    }
    await storage.remove('a/1');
    await storage.remove('a/3');
    await storage.sweepUnfinished(-1000);
    using borrowed = await storage.borrowFolder('a/2');
    expect(treeOf(borrowed.path)).toEqual(second.tree);
  });

  it('keeps a folder whose previous one was removed, or was kept without its hashes', async () => {
    const { storage, scratch } = opened;
    const first = await keep(storage, 'b/1', writeVersion(`${scratch}/b1`, small));
    await storage.remove('b/1');
    const second = await keep(storage, 'b/2', writeNext(`${scratch}/b2`), first);
    await storage.keepFolder('b/3', writeVersion(`${scratch}/b3`, small));
    const fourth = await keep(storage, 'b/4', writeNext(`${scratch}/b4`), { key: 'b/3', files: {} });
    for (const { key, tree } of [second, fourth]) {
      using borrowed = await storage.borrowFolder(key);
      expect(treeOf(borrowed.path)).toEqual(tree);
    }
  });
});

describe('a folder', () => {
  const inode = (file: string) => statSync(file).ino;

  it('links equal files, and leaves damaged ones alone', async () => {
    const opened = await openTestFolder();
    const { storage, scratch } = opened;
    const first = await keep(storage, 'a/1', writeVersion(`${scratch}/one`, small));
    using one = await storage.borrowFolder('a/1');
    const damaged = path.join(one.path, 'serve/part-9.json');
    const bytes = readFileSync(damaged);
    writeFileSync(damaged, Buffer.from(bytes.map(byte => byte ^ 1)));
    const cut = path.join(one.path, 'serve/part-10.json');
    writeFileSync(cut, readFileSync(cut).subarray(1));
    const second = await keep(storage, 'a/2', writeNext(`${scratch}/two`), first);
    using two = await storage.borrowFolder('a/2');
    expect(treeOf(two.path)).toEqual(second.tree);
    const linked = Object.keys(second.files).filter(
      file => file in first.files && inode(path.join(one.path, file)) === inode(path.join(two.path, file)),
    );
    const different = ['serve/part-3.json', 'serve/part-4.json', 'serve/part-9.json', 'serve/part-10.json', 'empty'];
    expect(linked.toSorted()).toEqual(
      Object.keys(first.files)
        .filter(file => !different.includes(file))
        .toSorted(),
    );
    // The one with the content of another file is a link to that.
    expect(inode(path.join(two.path, 'serve/part-4.json'))).toBe(inode(path.join(one.path, 'serve/part-5.json')));
    await opened.close();
  });
});

describe('a bucket', () => {
  const bucket = useFaultyBucket();
  /** Objects with files of the bucket's folders. */
  const stored = () =>
    [...bucket.server.store.objects.keys()].filter(key => key.startsWith(`${bucket.opened.prefix}/.files/`));
  const asked = (method: string) =>
    bucket.proxy.asked.filter(({ method: of, url }) => of === method && url.includes('.files/a/')).length;

  it('uploads, downloads and removes each content once', async () => {
    const { storage, scratch } = bucket.opened;
    const first = await keep(storage, 'a/1', writeVersion(`${scratch}/one`, { largeBytes: 100 }));
    const contents = new Set(Object.values(first.files).map(({ sha256 }) => sha256)).size;
    expect(stored()).toHaveLength(contents);
    const reader = await bucket.other();
    (await reader.storage.borrowFolder('a/1')).release();
    const firstBytes = reader.storage.cachedBytes!();
    bucket.proxy.asked.length = 0;
    const folder = writeVersion(`${scratch}/two`, { largeBytes: 100 });
    write(folder, 'serve/part-3.json', 'changed');
    write(folder, 'serve/part-3b.json', 'changed');
    const second = await keep(storage, 'a/2', folder, first);
    expect(asked('PUT')).toBe(1);
    expect(stored()).toHaveLength(contents + 1);
    using two = await reader.storage.borrowFolder('a/2');
    expect(treeOf(two.path)).toEqual(second.tree);
    // The new content is needed twice, and neither file is there when the other is asked for.
    expect(asked('GET')).toBeLessThanOrEqual(2);
    expect(reader.storage.cachedBytes!()).toBe(firstBytes + 'changed'.length);
    await storage.remove('a/1');
    expect(stored()).toHaveLength(contents);
    await reader.storage.remove('a/1');
    expect(treeOf(two.path)).toEqual(second.tree);
    await storage.remove('a/2');
    expect(stored()).toEqual([]);
    await reader.close();
  });

  it('uploads again what is lost or truncated in the bucket', async () => {
    const { storage, scratch } = bucket.opened;
    const { store } = bucket.server;
    const first = await keep(storage, 'a/1', writeVersion(`${scratch}/one`, { largeBytes: 100 }));
    const objectOf = (file: string) => stored().find(key => key.includes(first.files[file]!.sha256))!;
    await store.delete(objectOf('serve/part-2.json'));
    const cut = objectOf('serve/part-6.json');
    store.objects.set(cut, { ...store.objects.get(cut)!, bytes: 10 });
    const folder = writeVersion(`${scratch}/two`, { largeBytes: 100 });
    const second = await keep(storage, 'a/2', folder, first);
    const reader = await bucket.other();
    using two = await reader.storage.borrowFolder('a/2');
    expect(treeOf(two.path)).toEqual(second.tree);
    await reader.close();
  });

  it('keeps a file that a new folder shares with one that is removed while a sweep reads its index', async () => {
    const { storage, scratch } = bucket.opened;
    const write = (name: string) => writeVersion(`${scratch}/${name}`, { largeBytes: 100 });
    const first = await keep(storage, 'a/1', write('one'));
    const second = await keep(storage, 'a/2', write('two'), first);
    const isIndexOfSecond = ({ method, url }: { method: string; url: string }) =>
      method === 'GET' && url.includes('a/2/.index.json');
    const held = bucket.proxy.inject({ kind: 'delay', delayMs: 1000, on: isIndexOfSecond });
    const removal = storage.remove('a/1');
    await expect.poll(held.met).toBe(1);
    const third = await keep(storage, 'a/3', write('three'), second);
    await storage.remove('a/2');
    await removal;
    const reader = await bucket.other();
    using borrowed = await reader.storage.borrowFolder('a/3');
    expect(treeOf(borrowed.path)).toEqual(third.tree);
    await reader.close();
  });

  it('lends single files of a folder when another one is damaged', async () => {
    const { storage, scratch } = bucket.opened;
    const first = await keep(storage, 'a/1', writeVersion(`${scratch}/one`, { largeBytes: 100 }));
    const damaged = stored().find(key => key.includes(first.files['warehouse.duckdb']!.sha256))!;
    await bucket.server.store.delete(damaged);
    const reader = await bucket.other();
    await expect(reader.storage.borrowFolder('a/1')).rejects.toThrow('a/1 is damaged');
    using part = await reader.storage.borrowFolder('a/1', ['manifest.json']);
    expect(Object.keys(treeOf(part.path)).filter(name => !name.endsWith('/'))).toEqual(['manifest.json']);
    // They are not taken for the folder when the bucket does not answer.
    bucket.proxy.inject({ kind: 'refuse', times: 99 });
    await expect(reader.storage.borrowFolder('a/1')).rejects.toThrow('does not answer');
    bucket.proxy.heal();
    await reader.close();
  });
});
