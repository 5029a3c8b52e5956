// Downloads with faults of network and server: the data is right, or there is an error that says what to do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import type { BucketSettings } from '../../src/storage/bucket/bucket-settings.ts';
import { createDownloader } from '../../src/storage/bucket/downloader.ts';
import { StorageCorrupt, StorageFault } from '../../src/storage/storage.ts';
import { isGet, unfinishedIn, useFaultyBucket } from '../support/servers/faulty-bucket.ts';
import type { Fault } from '../support/servers/faulty-proxy.ts';
import { content, factsOf, partOfVersion, write, writeVersion } from '../support/servers/kept-content.ts';
import { until } from '../support/until.ts';

const bucket = useFaultyBucket();
const made = content(9 * 1024 * 1024);
const keepMade = (key: string) => bucket.opened.storage.keepFile(key, write(bucket.opened.scratch, 'made', made));

describe('a download', () => {
  const transient: [string, Fault][] = [
    ['is refused', { kind: 'refuse', on: isGet, times: 2 }],
    ['is answered 503', { kind: 'answer', status: 503, on: isGet, times: 2 }],
    ['is answered 429', { kind: 'answer', status: 429, code: 'SlowDown', on: isGet }],
    ['is answered 500', { kind: 'answer', status: 500, code: 'InternalError', on: isGet }],
    ['ends at once', { kind: 'truncate', on: isGet, afterBytes: 0 }],
    ['ends too early', { kind: 'truncate', on: isGet, afterBytes: 5_000_000, times: 2 }],
    ['brings another byte', { kind: 'corrupt', on: isGet, atByte: 4_000_000 }],
  ];
  it.each(transient)('that %s is repeated', async (_, fault) => {
    await keepMade('some/file');
    const second = await bucket.other();
    const injected = bucket.proxy.inject(fault);
    using borrowed = await second.storage.borrowFile('some/file');
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    expect(injected.met()).toBe(fault.times ?? 1);
    expect(unfinishedIn(second.cacheFolder)).toEqual([]);
    await second.close();
  });

  it('that breaks off continues where it ended', async () => {
    await keepMade('some/file');
    const second = await bucket.other();
    bucket.proxy.inject({ kind: 'truncate', on: isGet, afterBytes: 5_000_000 });
    const before = bucket.proxy.asked.length;
    using borrowed = await second.storage.borrowFile('some/file', factsOf(made));
    expect(bucket.proxy.asked.slice(before).filter(isGet)).toHaveLength(2);
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    await second.close();
  });

  it.each<[string, Fault, typeof StorageFault | typeof StorageCorrupt]>([
    ['is always altered', { kind: 'corrupt', on: isGet, atByte: 10, times: 99 }, StorageCorrupt],
    ['never begins', { kind: 'truncate', on: isGet, afterBytes: 0, times: 99 }, StorageFault],
    ['is always answered 503', { kind: 'answer', status: 503, on: isGet, times: 99 }, StorageFault],
  ])('that %s fails, and leaves nothing', async (_, fault, kind) => {
    await keepMade('some/file');
    const second = await bucket.other();
    bucket.proxy.inject(fault);
    const wanted = [1, 2, 3].map(() => second.storage.borrowFile('some/file'));
    for (const one of wanted) await expect(one).rejects.toThrow(kind);
    expect(readdirSync(second.cacheFolder)).toEqual([]);
    bucket.proxy.heal();
    using borrowed = await second.storage.borrowFile('some/file');
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    await second.close();
  });

  it('ends when its storage closes, and leaves nothing', async () => {
    await keepMade('some/file');
    const second = await bucket.other();
    const injected = bucket.proxy.inject({ kind: 'stall', on: isGet, afterBytes: 3_000_000 });
    const wanted = second.storage.borrowFile('some/file', factsOf(made));
    wanted.catch(() => {});
    await until(injected.met, times => times === 1);
    await second.storage.close();
    await expect(wanted).rejects.toThrow('the storage is closed');
    expect(readdirSync(second.cacheFolder)).toEqual([]);
    await second.close();
  });

  it('whose thread fails can be retried, and the next one gets another thread', async () => {
    const noSettings = undefined as unknown as BucketSettings;
    const downloader = createDownloader(noSettings);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failed = await downloader.download('some/file', '/nowhere', factsOf(made)).catch(error => error);
      expect(failed).toBeInstanceOf(StorageFault);
      expect(failed).toMatchObject({ transient: true, message: expect.stringContaining('the thread that downloads') });
    }
    await downloader.close();
    await expect(downloader.download('some/file', '/nowhere', factsOf(made))).rejects.toThrow('is closed');
  });

  it('is made once for all simultaneous readers', async () => {
    await keepMade('some/file');
    const second = await bucket.other();
    const before = bucket.proxy.asked.length;
    const borrowed = await Promise.all(
      [1, 2, 3, 4, 5].map(() => second.storage.borrowFile('some/file', factsOf(made))),
    );
    expect(new Set(borrowed.map(one => one.path)).size).toBe(1);
    expect(bucket.proxy.asked.slice(before).filter(isGet)).toHaveLength(1);
    await second.close();
  });

  it('notices objects that were altered or lost in the bucket', async () => {
    await bucket.opened.storage.keepFolder(
      'a/version',
      writeVersion(`${bucket.opened.scratch}/version`, { largeBytes: 100 }),
    );
    const { sha256 } = factsOf(partOfVersion(3));
    const [name, object] = [...bucket.server.store.objects].find(([key]) => key.includes(sha256))!;
    const second = await bucket.other();
    await writeFile(object.file, content(object.bytes, 99));
    await expect(second.storage.borrowFolder('a/version')).rejects.toThrow(
      /a\/version\/serve\/part-3\.json is damaged: its sha256/,
    );
    await bucket.server.store.delete(name);
    await expect(second.storage.borrowFolder('a/version')).rejects.toThrow(/a\/version is damaged: .* is not there/);
    expect(readdirSync(second.cacheFolder)).toEqual([]);
    await second.close();
  });

  it('is not needed for a cached file while the bucket does not answer', async () => {
    await bucket.opened.storage.keepFolder(
      'a/version',
      writeVersion(`${bucket.opened.scratch}/version`, { largeBytes: 100 }),
    );
    const facts = await keepMade('some/file');
    bucket.proxy.inject({ kind: 'refuse', times: 99 });
    using folder = await bucket.opened.storage.borrowFolder('a/version');
    expect(existsSync(`${folder.path}/manifest.json`)).toBe(true);
    using file = await bucket.opened.storage.borrowFile('some/file');
    expect(file.path).toMatch(/content\/file$/);
    expect(bucket.opened.warnings).toHaveLength(2);
    expect(bucket.opened.warnings[0]).toMatch(/^the local copy of a\/version is used: the bucket .* does not answer/);
    using known = await bucket.opened.storage.borrowFile('some/file', facts);
    expect(known.path).toBe(file.path);
    expect(bucket.opened.warnings).toHaveLength(2);
  });
});

describe('reading without a copy', () => {
  it('continues where it breaks off', async () => {
    await keepMade('some/file');
    bucket.proxy.inject({ kind: 'truncate', on: isGet, afterBytes: 2_000_000, times: 3 });
    const range = { start: 1_000_000, end: 8_999_999 };
    expect(
      (await buffer(await bucket.opened.storage.read('some/file', range))).equals(made.subarray(1_000_000, 9_000_000)),
    ).toBe(true);
  });

  it('fails before the end of a file that has a changed byte', async () => {
    await keepMade('some/file');
    bucket.proxy.inject({ kind: 'corrupt', on: isGet, atByte: 4_000_000 });
    const parts: Buffer[] = [];
    const stream = await bucket.opened.storage.read('some/file');
    stream.on('data', (chunk: Buffer) => parts.push(chunk));
    await expect(finished(stream)).rejects.toThrow('some/file is damaged: its sha256 is');
    expect(Buffer.concat(parts).length).toBeLessThan(made.length);
  });

  it('fails when the file is replaced meanwhile, instead of mixing', async () => {
    await keepMade('some/file');
    bucket.proxy.inject({ kind: 'truncate', on: isGet, afterBytes: 2_000_000 });
    const stream = await bucket.opened.storage.read('some/file');
    await bucket.opened.storage.keepFile(
      'some/file',
      write(bucket.opened.scratch, 'other', content(9 * 1024 * 1024, 2)),
    );
    await expect(buffer(stream)).rejects.toThrow('some/file is damaged: it was replaced while it was being read');
  });

  it('ends the connection of a reader that leaves', async () => {
    await keepMade('some/file');
    bucket.proxy.inject({ kind: 'stall', on: isGet, afterBytes: 100_000 });
    const stream = await bucket.opened.storage.read('some/file');
    const closed = new Promise(resolve => stream.once('close', resolve));
    stream.destroy();
    await closed;
    // The request of a reader that left is not retried.
    const asked = bucket.proxy.asked.length;
    await bucket.opened.storage.list('');
    expect(bucket.proxy.asked.slice(asked).filter(isGet)).toEqual([]);
  });
});
