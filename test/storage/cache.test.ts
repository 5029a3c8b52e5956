// The cache of a bucket: its limit, what it never removes, and what it knows after a restart.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Cache, openCache } from '../../src/storage/cache/cache.ts';
import type { Borrowed } from '../../src/storage/storage.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { content, write } from '../support/servers/kept-content.ts';
import { temporaryFolder } from '../support/servers/storages.ts';

let root: string;
let folder: string;
let cache: Cache;
let warnings: string[];
let filled: string[];

const open = async (maxBytes: number) => {
  cache = await openCache(folder, maxBytes, message => warnings.push(message));
};
const borrow = (key: string, bytes: number) =>
  cache.borrow({ key, contentId: 'first', bytes }, 'file', async into => {
    filled.push(key);
    await writeFile(path.join(into, 'file'), contentOf(key, bytes));
  });
const contents = Array.from({ length: 20 }, (_, index) => content(2000, index));
const contentOf = (key: string, bytes: number) => contents[Number(key)]!.subarray(0, bytes);
const use = async (key: string, bytes: number) => (await borrow(key, bytes)).release();
/** Bytes of content on disk. */
const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name === 'file')
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

beforeEach(async () => {
  root = temporaryFolder();
  folder = path.join(root, 'cache');
  warnings = [];
  filled = [];
  await open(1000);
});
afterEach(async () => {
  await cache.close();
  rmSync(root, { recursive: true });
});

it('removes the least recently used entries', async () => {
  for (const key of ['1', '2', '3']) await use(key, 300);
  await use('1', 300);
  await use('4', 300);
  expect(filled).toEqual(['1', '2', '3', '4']);
  expect(onDisk()).toBe(900);
  for (const key of ['1', '3', '4']) await use(key, 300);
  expect(filled).toHaveLength(4);
  await use('2', 300);
  expect(filled).toHaveLength(5);
});

it('never removes a borrowed entry, and warns once that it exceeds its limit', async () => {
  const borrowed = await Promise.all(['1', '2', '3'].map(key => borrow(key, 400)));
  expect(cache.bytes()).toBe(1200);
  const fourth = await borrow('4', 400);
  for (const [index, one] of [...borrowed, fourth].entries())
    expect(readFileSync(one.path).equals(contentOf(String(index + 1), 400))).toBe(true);
  expect(warnings).toEqual([`the cache ${folder} holds 1200 bytes instead of at most 1000: all of them are in use`]);
  for (const one of [...borrowed, fourth]) {
    one.release();
    one.release();
  }
  expect(cache.bytes()).toBe(800);
  await cache.close();
  expect(onDisk()).toBe(800);
  await open(1000);
});

it('knows its entries and their last use after a restart, and removes incomplete entries', async () => {
  for (const key of ['1', '2', '3', '4']) await use(key, 200);
  const halved = (await borrow('4', 200)).path;
  const second = (await borrow('2', 200)).path;
  await cache.close();
  truncateSync(halved, 100);
  write(folder, '.unfinished-1/content/file', 'half');
  write(folder, 'foreign', 'what is that');
  mkdirSync(path.join(folder, randomUUID()));
  await open(1000);
  // Three copies, and a file that does not belong to the cache.
  expect(readdirSync(folder)).toHaveLength(4);
  expect(readFileSync(path.join(folder, 'foreign'), 'utf8')).toBe('what is that');
  expect(cache.bytes()).toBe(600);
  expect(cache.contentIdOf('4')).toBeUndefined();
  expect(cache.contentIdOf('1')).toBe('first');
  expect((await borrow('2', 200)).path).toBe(second);
  filled.length = 0;
  await use('5', 600);
  expect(cache.contentIdOf('1')).toBeUndefined();
  expect(cache.contentIdOf('3')).toBe('first');
  expect(filled).toEqual(['5']);
  await cache.close();
  await open(600);
  expect(cache.bytes()).toBeLessThanOrEqual(600);
});

it('takes local files and folders over', async () => {
  const file = write(root, 'made/file', contentOf('1', 100));
  await cache.adopt({ key: '1', contentId: 'first', bytes: 100 }, 'file', file);
  const made = path.dirname(write(root, 'version/file', contentOf('2', 100)));
  await cache.adopt({ key: '2', contentId: 'first', bytes: 100 }, '', made);
  const large = write(root, 'made/large', contentOf('3', 2000));
  await cache.adopt({ key: '3', contentId: 'first', bytes: 2000 }, 'file', large);
  expect([file, made, large].filter(existsSync)).toEqual([]);
  using one = await borrow('1', 100);
  expect(readFileSync(one.path).equals(contentOf('1', 100))).toBe(true);
  using two = await cache.borrow({ key: '2', contentId: 'first', bytes: 100 }, '', async () => {
    throw new Error('it is here');
  });
  expect(readFileSync(path.join(two.path, 'file')).equals(contentOf('2', 100))).toBe(true);
  expect(filled).toEqual([]);
  expect(cache.bytes()).toBe(200);
});

it('keeps an entry that was removed from the bucket for its current borrowers only', async () => {
  const first = await borrow('1', 100);
  cache.forget('1');
  const second = await borrow('1', 100);
  expect(second.path).not.toBe(first.path);
  expect(readFileSync(first.path).equals(contentOf('1', 100))).toBe(true);
  first.release();
  expect(readFileSync(second.path).equals(contentOf('1', 100))).toBe(true);
  expect(cache.contentIdOf('1')).toBe('first');
  expect(cache.bytes()).toBe(100);
  second.release();
});

it('makes a copy again after somebody removed it by hand', async () => {
  await use('1', 100);
  rmSync((await borrow('1', 100)).path.replace(/\/content\/file$/, ''), { recursive: true });
  using again = await borrow('1', 100);
  expect(readFileSync(again.path).equals(contentOf('1', 100))).toBe(true);
  expect(filled).toEqual(['1', '1']);
});

it('leaves the folder alone once it is closed', async () => {
  const borrowed = await borrow('1', 100);
  cache.forget('1');
  await cache.close();
  borrowed.release();
  await open(1000);
  using again = await borrow('1', 100);
  expect(again.path).toBe(borrowed.path);
  await expect.poll(() => readFileSync(again.path).length).toBe(100);
});

it('does not count a copy that failed', async () => {
  const failing = () =>
    cache.borrow({ key: '1', contentId: 'first', bytes: 500 }, 'file', async into => {
      await writeFile(path.join(into, 'file'), 'half');
      throw new Error('the line broke');
    });
  for (const one of [failing(), failing()]) await expect(one).rejects.toThrow('the line broke');
  expect(cache.bytes()).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  await use('1', 500);
});

it('keeps its limit and the right content in any order of operations', async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const sizes = Array.from({ length: 20 }, () => 1 + random.below(500));
  const held: { key: number; borrowed: Borrowed }[] = [];
  const check = ({ key, borrowed }: { key: number; borrowed: Borrowed }) =>
    expect(readFileSync(borrowed.path).equals(contentOf(String(key), sizes[key]!)), `seed ${seed}, ${key}`).toBe(true);
  for (let step = 0; step < 150; step += 1) {
    const what = `seed ${seed}, step ${step}`;
    const acts = Array.from({ length: 1 + random.below(4) }, async () => {
      const key = random.below(sizes.length);
      const act = random.below(10);
      if (act < 5) held.push({ key, borrowed: await borrow(String(key), sizes[key]!) });
      else if (act < 8 && held.length > 0) held.splice(random.below(held.length), 1)[0]!.borrowed.release();
      else if (act === 8) cache.forget(String(key));
      else {
        const file = write(root, `made/${step}-${random.below(1e9)}`, contentOf(String(key), sizes[key]!));
        await cache.adopt({ key: String(key), contentId: 'first', bytes: sizes[key]! }, 'file', file);
        expect(existsSync(file), what).toBe(false);
      }
    });
    await Promise.all(acts);
    while (held.length > 6) held.shift()!.borrowed.release();
    held.forEach(check);
    // Two copies of one key are possible: one that was forgotten while it was borrowed, and a new one.
    const inUse = new Map(held.map(({ key, borrowed }) => [borrowed.path, sizes[key]!]));
    const inUseBytes = [...inUse.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(cache.bytes(), what).toBeLessThanOrEqual(Math.max(1000, inUseBytes));
    if (step % 50 === 49) {
      for (const { borrowed } of held.splice(0)) borrowed.release();
      await cache.close();
      expect(onDisk(), what).toBe(cache.bytes());
      expect(cache.bytes(), what).toBeLessThanOrEqual(1000);
      const before = cache.bytes();
      await open(1000);
      expect(cache.bytes(), what).toBe(before);
    }
  }
});
