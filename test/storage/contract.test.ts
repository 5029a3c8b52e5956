// The contract of every storage, tested on a folder and on buckets.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, StorageConflict, StorageCorrupt, StorageMissing } from '../../src/storage/storage.ts';
import { content, factsOf, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';
import { type OpenedStorage, storageKinds } from '../support/servers/storages.ts';

describe.each(storageKinds)('%s', (_, open, gaps) => {
  let opened: OpenedStorage;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const keep = async (key: string, bytes: Buffer | string) =>
    await opened.storage.keepFile(key, write(opened.scratch, randomUUID(), bytes));

  it.each([
    ['an empty file', 0],
    ['a small file', 1234],
    ['a file of just one part', 8 * 1024 * 1024],
    ['a file of several parts', 19 * 1024 * 1024 + 7],
  ])('stores %s, reports its facts, and reads it back', async (_, bytes) => {
    const made = content(bytes);
    const file = write(opened.scratch, 'taken', made);
    const facts = await opened.storage.keepFile(`files/${bytes}/export.csv`, file);
    expect(facts).toEqual(factsOf(made));
    expect(existsSync(file)).toBe(false);
    using borrowed = await opened.storage.borrowFile(`files/${bytes}/export.csv`, facts);
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    using again = await opened.storage.borrowFile(`files/${bytes}/export.csv`);
    expect(again.path).toBe(borrowed.path);
    expect((await buffer(await opened.storage.read(`files/${bytes}/export.csv`))).equals(made)).toBe(true);
  });

  it('replaces a file that is stored again', async () => {
    const first = await keep('again/part.parquet', 'first');
    using borrowed = await opened.storage.borrowFile('again/part.parquet', first);
    expect(readFileSync(borrowed.path, 'utf8')).toBe('first');
    const second = await keep('again/part.parquet', 'the second');
    using other = await opened.storage.borrowFile('again/part.parquet', second);
    expect(readFileSync(other.path, 'utf8')).toBe('the second');
    using unsaid = await opened.storage.borrowFile('again/part.parquet');
    expect(readFileSync(unsaid.path, 'utf8')).toBe('the second');
  });

  it('stores small files together, and replaces those that are there', async () => {
    const read = async (key: string) => (await buffer(await opened.storage.read(key))).toString();
    await keep('together/hint', 'old');
    const names = Array.from({ length: 40 }, (_, index) => `together/table-${index % 3}/${index}`);
    await opened.storage.keepContents(
      new Map<string, Buffer | string>([
        ['together/hint', 'new'],
        ['together/empty', ''],
        ['together/bytes', Buffer.from([0, 255, 10])],
        ...names.map(name => [name, `content of ${name}`] as const),
      ]),
    );
    expect(await read('together/hint')).toBe('new');
    expect(await read('together/empty')).toBe('');
    expect(await buffer(await opened.storage.read('together/bytes'))).toEqual(Buffer.from([0, 255, 10]));
    expect(await Promise.all(names.map(read))).toEqual(names.map(name => `content of ${name}`));
    expect(await opened.storage.list('together')).toEqual(
      ['bytes', 'empty', 'hint', 'table-0', 'table-1', 'table-2'].toSorted(),
    );
    using borrowed = await opened.storage.borrowFile('together/hint');
    expect(readFileSync(borrowed.path, 'utf8')).toBe('new');
  });

  it('takes a folder over with everything below it', async () => {
    const folder = writeVersion(`${opened.scratch}/version`);
    const tree = treeOf(folder);
    await opened.storage.keepFolder('tenants/acme/versions/00000012', folder);
    expect(existsSync(folder)).toBe(false);
    using borrowed = await opened.storage.borrowFolder('tenants/acme/versions/00000012');
    expect(treeOf(borrowed.path)).toEqual(tree);
    expect(Object.keys(tree)).toHaveLength(17);
  });

  it('gives files of a folder to programs outside', async () => {
    const [first, second] = ['exposed/1', 'exposed/2'];
    const file = 'serve/part-3.json';
    const links = new Map([[file, 'exposed-links/table/part.json']]);
    await opened.storage.keepFolder(first, writeVersion(`${opened.scratch}/exposed`, { largeBytes: 10 }));
    const exposed = await opened.storage.expose(first, links);
    using borrowed = await opened.storage.borrowFolder(first);
    const bytes = readFileSync(path.join(borrowed.path, file));
    const { location } = opened.storage;
    const isFolder = location.startsWith('file:///');
    // In a bucket it is the object that the folders share, named by the hash of its content.
    if (isFolder) expect(readFileSync(fileURLToPath(`${location}/${exposed.get(file)}`)).equals(bytes)).toBe(true);
    else expect(exposed.get(file)!.startsWith(`.files/exposed/${factsOf(bytes).sha256}.`)).toBe(true);
    expect(await opened.storage.expose(first, links)).toEqual(exposed);
    expect(location).toMatch(isFolder ? /[^/]$/ : /^s3:\/\/.+[^/]$/);
    await expect(opened.storage.expose(second, links)).rejects.toThrow(StorageMissing);
    await expect(opened.storage.expose(first, new Map([['none', 'exposed-links/none']]))).rejects.toThrow(
      StorageMissing,
    );
  });

  it('does not change a stored folder', async () => {
    const folder = writeVersion(`${opened.scratch}/one`, { largeBytes: 10, seed: 1 });
    const tree = treeOf(folder);
    await opened.storage.keepFolder('versions/1', folder);
    const other = writeVersion(`${opened.scratch}/other`, { largeBytes: 10, seed: 2 });
    const wanted = opened.storage.keepFolder('versions/1', other);
    await expect(wanted).rejects.toThrow(StorageConflict);
    await expect(wanted).rejects.toThrow('a folder is kept under versions/1 already');
    using borrowed = await opened.storage.borrowFolder('versions/1');
    expect(treeOf(borrowed.path)).toEqual(tree);
    expect(existsSync(other)).toBe(true);
  });

  it('keeps exactly one whole folder when two are stored under the same key at the same time', async () => {
    const folders = [1, 2, 3, 4].map(seed =>
      writeVersion(`${opened.scratch}/racing-${seed}`, { largeBytes: 9_000_000, seed }),
    );
    const trees = folders.map(treeOf);
    const ends = await Promise.allSettled(folders.map(folder => opened.storage.keepFolder('versions/race', folder)));
    const kept = ends.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(StorageConflict);
    if (opened.excludes) expect(kept).toHaveLength(1);
    using borrowed = await opened.storage.borrowFolder('versions/race');
    // Where the server does not support conditions, the last writer wins, and the sweep removes the contents of the others.
    expect(kept.map(index => trees[index])).toContainEqual(treeOf(borrowed.path));
    expect(await opened.storage.sweepUnfinished(-dayMs)).toBe(kept.length - 1);
  });

  it.skipIf(gaps.includes('ranges of one byte'))('reads ranges', async () => {
    await keep('ranges/file', 'abcdefghij');
    const range = async (start: number, end: number) =>
      await text(await opened.storage.read('ranges/file', { start, end }));
    expect(await range(0, 0)).toBe('a');
    expect(await range(3, 5)).toBe('def');
    expect(await range(8, 100)).toBe('ij');
    expect(await range(10, 11)).toBe('');
  });

  it.skipIf(gaps.includes('listings of deep folders'))('lists what is directly below a prefix', async () => {
    for (const key of ['list/b/2', 'list/b/1', 'list/a', 'list/c/d/e']) await keep(key, key);
    await opened.storage.keepFolder('list/version', writeVersion(`${opened.scratch}/listed`, { largeBytes: 10 }));
    expect(await opened.storage.list('list')).toEqual(['a', 'b', 'c', 'version']);
    expect(await opened.storage.list('list/b')).toEqual(['1', '2']);
    expect(await opened.storage.list('list/c')).toEqual(['d']);
    expect(await opened.storage.list('list/none')).toEqual([]);
    expect(await opened.storage.list('')).toContain('list');
  });

  it('removes files, and folders with everything below them, and nothing else', async () => {
    for (const key of ['gone/run/1', 'gone/run/2/3', 'gone/run-2/1', 'gone/single']) await keep(key, key);
    await opened.storage.keepFolder('gone/run/version', writeVersion(`${opened.scratch}/gone`, { largeBytes: 10 }));
    await opened.storage.remove('gone/run');
    await opened.storage.remove('gone/single');
    await opened.storage.remove('gone/never');
    expect(await opened.storage.list('gone')).toEqual(['run-2']);
    await expect(opened.storage.borrowFolder('gone/run/version')).rejects.toThrow(StorageMissing);
    // A removed key can be stored again.
    const anew = writeVersion(`${opened.scratch}/anew`, { largeBytes: 11, seed: 5 });
    const tree = treeOf(anew);
    await opened.storage.keepFolder('gone/run/version', anew);
    using borrowed = await opened.storage.borrowFolder('gone/run/version');
    expect(treeOf(borrowed.path)).toEqual(tree);
  });

  it('names a missing key', async () => {
    await expect(opened.storage.borrowFile('missing/file')).rejects.toThrow(StorageMissing);
    await expect(opened.storage.borrowFile('missing/file', factsOf(content(3)))).rejects.toThrow(StorageMissing);
    await expect(opened.storage.borrowFolder('missing/folder')).rejects.toThrow('nothing is kept under missing/folder');
    await expect(opened.storage.read('missing/file')).rejects.toThrow(StorageMissing);
  });

  it('says that a file is not the expected one', async () => {
    await keep('unexpected/file', 'abc');
    const wanted = opened.storage.borrowFile('unexpected/file', factsOf(content(4)));
    await expect(wanted).rejects.toThrow(StorageCorrupt);
    await expect(wanted).rejects.toThrow(/unexpected\/file is damaged: it/);
  });

  it('stops when it is aborted, and stores nothing', async () => {
    const stopping = new AbortController();
    stopping.abort(new Error('enough'));
    const file = write(opened.scratch, 'stopped', content(10));
    await expect(opened.storage.keepFile('stopped/file', file, stopping.signal)).rejects.toThrow();
    const folder = writeVersion(`${opened.scratch}/stopped-folder`);
    await expect(opened.storage.keepFolder('stopped/folder', folder, stopping.signal)).rejects.toThrow();
    expect(await opened.storage.list('stopped')).toEqual([]);
    expect(existsSync(file) && existsSync(folder)).toBe(true);
  });

  it.each(['', '/a', 'a//b', '../a', 'a/./b', 'a/.unfinished-1', 'a\\b', 'a/'])('refuses the key %j', async key => {
    await expect(opened.storage.borrowFile(key)).rejects.toThrow('is not a valid key');
    await expect(opened.storage.remove(key)).rejects.toThrow('is not a valid key');
  });

  it('checks that it works, and leaves no traces of the check', async () => {
    await opened.storage.check();
    expect(await opened.storage.sweepUnfinished(-dayMs)).toBe(0);
  });
});
