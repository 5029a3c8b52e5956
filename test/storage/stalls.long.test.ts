// Downloads and uploads that stand still or are slow: what stands still is repeated, what moves is not.
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { isGet, isPart, unfinishedIn, useFaultyBucket } from '../support/servers/faulty-bucket.ts';
import type { Fault } from '../support/servers/faulty-proxy.ts';
import { content, factsOf, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';

/** Short enough that a test notices what stands still, long enough that a busy machine does not. */
const bucket = useFaultyBucket({ stallMs: 1500 });
const made = content(9 * 1024 * 1024);
const keepMade = (key: string) => bucket.opened.storage.keepFile(key, write(bucket.opened.scratch, 'made', made));

describe('a download', () => {
  it.each<[string, Fault]>([
    ['stands still before the answer', { kind: 'stall', on: isGet }],
    ['stands still within the answer', { kind: 'stall', on: isGet, afterBytes: 3_000_000 }],
    ['takes a while', { kind: 'delay', on: isGet, delayMs: 100 }],
  ])('that %s ends well', async (_, fault) => {
    await keepMade('some/file');
    const second = await bucket.other();
    const injected = bucket.proxy.inject(fault);
    using borrowed = await second.storage.borrowFile('some/file');
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    expect(injected.met()).toBe(1);
    expect(unfinishedIn(second.cacheFolder)).toEqual([]);
    await second.close();
  });

  it('that is slow but moves continues', async () => {
    const bytes = content(60_000);
    await bucket.opened.storage.keepFile('some/file', write(bucket.opened.scratch, 'slow', bytes));
    const second = await bucket.other();
    bucket.proxy.inject({ kind: 'trickle', on: isGet, bytes: 5_000, everyMs: 200 });
    const before = bucket.proxy.asked.length;
    using borrowed = await second.storage.borrowFile('some/file', factsOf(bytes));
    expect(readFileSync(borrowed.path).equals(bytes)).toBe(true);
    expect(bucket.proxy.asked.slice(before).filter(isGet)).toHaveLength(1);
    await second.close();
  });
});

describe('an upload', () => {
  it('that is never answered is repeated', async () => {
    const folder = writeVersion(`${bucket.opened.scratch}/version`, { largeBytes: 17_000_000 });
    const tree = treeOf(folder);
    const injected = bucket.proxy.inject({ kind: 'stall', on: isPart });
    await bucket.opened.storage.keepFolder('a/version', folder);
    expect(injected.met()).toBe(1);
    const second = await bucket.other();
    using borrowed = await second.storage.borrowFolder('a/version');
    expect(treeOf(borrowed.path)).toEqual(tree);
    await second.close();
  });
});

describe('reading without a copy', () => {
  it('continues where it stands still', async () => {
    await keepMade('some/file');
    bucket.proxy.inject({ kind: 'stall', on: isGet, afterBytes: 2_000_000 });
    const range = { start: 1_000_000, end: 8_999_999 };
    expect(
      (await buffer(await bucket.opened.storage.read('some/file', range))).equals(made.subarray(1_000_000, 9_000_000)),
    ).toBe(true);
  });

  it('waits for a reader that takes longer than a stall', async () => {
    await keepMade('some/file');
    const stream = await bucket.opened.storage.read('some/file');
    const parts: Buffer[] = [];
    for await (const chunk of stream) {
      // A fixed pause, because a slow reader is what is tested.
      if (parts.length === 2) await new Promise(resolve => setTimeout(resolve, 2000));
      parts.push(chunk);
    }
    expect(Buffer.concat(parts).equals(made)).toBe(true);
  });
});
