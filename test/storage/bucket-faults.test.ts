// A bucket behind a network and a server at their worst: every fault ends in the right content or in an error that says
// what to do, and leaves nothing behind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StorageCorrupt, StorageFault, StorageMissing } from '../../src/storage/storage.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { content, factsOf, treeOf, write, writeVersion } from '../support/kept-content.ts';
import { type ObjectServer, objectServerKeys, startObjectServer } from '../support/object-server.ts';
import { openTestBucket } from '../support/storages.ts';

let server: ObjectServer;
let proxy: FaultyProxy;
let opened: Awaited<ReturnType<typeof openTestBucket>>;

beforeAll(async () => {
  server = await startObjectServer();
  proxy = await startFaultyProxy(server.url);
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});
beforeEach(async () => {
  opened = await openTestBucket(server, { endpoint: proxy.url });
  proxy.asked.length = 0;
});
afterEach(async () => {
  proxy.heal();
  await opened.close();
});

const made = content(9 * 1024 * 1024);
const keepMade = (key: string) => opened.storage.keepFile(key, write(opened.scratch, 'made', made));
/** A second process: the same bucket and prefix, another cache. */
const other = (settings = {}) => openTestBucket(server, { endpoint: proxy.url, prefix: prefixOf(), ...settings });
const prefixOf = () => opened.scratch.split('/').at(-2)!;
const isGet = ({ method, url }: { method: string; url: string }) => method === 'GET' && url.includes('/file');
const isPut = ({ method }: { method: string }) => method === 'PUT';
const isPart = ({ url }: { url: string }) => url.includes('partNumber=2');
const unfinishedIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('.unfinished-'));

describe('a download', () => {
  const passing: [string, Fault][] = [
    ['is refused', { kind: 'refuse', on: isGet, times: 2 }],
    ['is answered 503', { kind: 'answer', status: 503, on: isGet, times: 2 }],
    ['is answered 429', { kind: 'answer', status: 429, code: 'SlowDown', on: isGet }],
    ['is answered 500', { kind: 'answer', status: 500, code: 'InternalError', on: isGet }],
    ['stands still before the answer', { kind: 'stall', on: isGet }],
    ['stands still within the answer', { kind: 'stall', on: isGet, afterBytes: 3_000_000 }],
    ['ends at once', { kind: 'truncate', on: isGet, afterBytes: 0 }],
    ['ends too early', { kind: 'truncate', on: isGet, afterBytes: 5_000_000, times: 2 }],
    ['brings another byte', { kind: 'corrupt', on: isGet, atByte: 4_000_000 }],
    ['takes a while', { kind: 'delay', on: isGet, delayMs: 100 }],
  ];
  it.each(passing)('that %s is repeated', async (_, fault) => {
    await keepMade('some/file');
    const second = await other();
    const injected = proxy.inject(fault);
    using borrowed = await second.storage.borrowFile('some/file');
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    expect(injected.met()).toBe(fault.times ?? 1);
    expect(unfinishedIn(second.cacheFolder)).toEqual([]);
    await second.close();
  });

  it('that breaks off goes on where it ended', async () => {
    await keepMade('some/file');
    const second = await other();
    proxy.inject({ kind: 'truncate', on: isGet, afterBytes: 5_000_000 });
    const before = proxy.asked.length;
    using borrowed = await second.storage.borrowFile('some/file', factsOf(made));
    expect(proxy.asked.slice(before).filter(isGet)).toHaveLength(2);
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    await second.close();
  });

  it('that is slow but moves goes on', async () => {
    const bytes = content(60_000);
    await opened.storage.keepFile('some/file', write(opened.scratch, 'slow', bytes));
    const second = await other();
    proxy.inject({ kind: 'trickle', on: isGet, bytes: 5_000, everyMs: 100 });
    const before = proxy.asked.length;
    using borrowed = await second.storage.borrowFile('some/file', factsOf(bytes));
    expect(readFileSync(borrowed.path).equals(bytes)).toBe(true);
    expect(proxy.asked.slice(before).filter(isGet)).toHaveLength(1);
    await second.close();
  });

  it.each<[string, Fault, typeof StorageFault | typeof StorageCorrupt]>([
    ['is always altered', { kind: 'corrupt', on: isGet, atByte: 10, times: 99 }, StorageCorrupt],
    ['never begins', { kind: 'truncate', on: isGet, afterBytes: 0, times: 99 }, StorageFault],
    ['is always answered 503', { kind: 'answer', status: 503, on: isGet, times: 99 }, StorageFault],
  ])('that %s fails, and leaves nothing', async (_, fault, kind) => {
    await keepMade('some/file');
    const second = await other();
    proxy.inject(fault);
    const wanted = [1, 2, 3].map(() => second.storage.borrowFile('some/file'));
    for (const one of wanted) await expect(one).rejects.toThrow(kind);
    expect(readdirSync(second.cacheFolder)).toEqual([]);
    proxy.heal();
    using borrowed = await second.storage.borrowFile('some/file');
    expect(readFileSync(borrowed.path).equals(made)).toBe(true);
    await second.close();
  });

  it('is made once for all who want it at the same time', async () => {
    await keepMade('some/file');
    const second = await other();
    const before = proxy.asked.length;
    const borrowed = await Promise.all(
      [1, 2, 3, 4, 5].map(() => second.storage.borrowFile('some/file', factsOf(made))),
    );
    expect(new Set(borrowed.map(one => one.path)).size).toBe(1);
    expect(proxy.asked.slice(before).filter(isGet)).toHaveLength(1);
    await second.close();
  });

  it('notices what was altered or lost in the bucket', async () => {
    await opened.storage.keepFolder('a/version', writeVersion(`${opened.scratch}/version`, { largeBytes: 100 }));
    const [name, object] = [...server.store.objects].find(([key]) => key.endsWith('serve/part-3.json'))!;
    const second = await other();
    await writeFile(object.file, content(object.bytes, 99));
    await expect(second.storage.borrowFolder('a/version')).rejects.toThrow(
      /serve\/part-3\.json is damaged: its sha256/,
    );
    await server.store.delete(name);
    await expect(second.storage.borrowFolder('a/version')).rejects.toThrow(/a\/version is damaged: .* is not there/);
    expect(readdirSync(second.cacheFolder)).toEqual([]);
    await second.close();
  });

  it('is not needed for what is here while the bucket does not answer', async () => {
    await opened.storage.keepFolder('a/version', writeVersion(`${opened.scratch}/version`, { largeBytes: 100 }));
    const facts = await keepMade('some/file');
    proxy.inject({ kind: 'refuse', times: 99 });
    using folder = await opened.storage.borrowFolder('a/version');
    expect(existsSync(`${folder.path}/manifest.json`)).toBe(true);
    using file = await opened.storage.borrowFile('some/file');
    expect(file.path).toMatch(/content\/file$/);
    expect(opened.warnings).toHaveLength(2);
    expect(opened.warnings[0]).toMatch(/^the local copy of a\/version is used: the bucket .* does not answer/);
    using known = await opened.storage.borrowFile('some/file', facts);
    expect(known.path).toBe(file.path);
    expect(opened.warnings).toHaveLength(2);
  });
});

describe('reading without a copy', () => {
  it.each<[string, Fault]>([
    ['breaks off', { kind: 'truncate', on: isGet, afterBytes: 2_000_000, times: 3 }],
    ['stands still', { kind: 'stall', on: isGet, afterBytes: 2_000_000 }],
  ])('goes on where it %s', async (_, fault) => {
    await keepMade('some/file');
    proxy.inject(fault);
    const range = { start: 1_000_000, end: 8_999_999 };
    expect(
      (await buffer(await opened.storage.read('some/file', range))).equals(made.subarray(1_000_000, 9_000_000)),
    ).toBe(true);
  });

  it('waits for a reader that takes longer than a stall', async () => {
    await keepMade('some/file');
    const stream = await opened.storage.read('some/file');
    const parts: Buffer[] = [];
    for await (const chunk of stream) {
      // Nothing is waited for here: this reader takes its time.
      if (parts.length === 2) await new Promise(resolve => setTimeout(resolve, 900));
      parts.push(chunk);
    }
    expect(Buffer.concat(parts).equals(made)).toBe(true);
  });

  it('fails when the file is replaced meanwhile, instead of mixing', async () => {
    await keepMade('some/file');
    proxy.inject({ kind: 'truncate', on: isGet, afterBytes: 2_000_000 });
    const stream = await opened.storage.read('some/file');
    await opened.storage.keepFile('some/file', write(opened.scratch, 'other', content(9 * 1024 * 1024, 2)));
    await expect(buffer(stream)).rejects.toThrow('some/file is damaged: it was replaced while it was being read');
  });

  it('ends the connection of a reader that leaves', async () => {
    await keepMade('some/file');
    proxy.inject({ kind: 'stall', on: isGet, afterBytes: 100_000 });
    const stream = await opened.storage.read('some/file');
    const closed = new Promise(resolve => stream.once('close', resolve));
    stream.destroy();
    await closed;
    // Nobody asks again for a reader that left.
    const asked = proxy.asked.length;
    await opened.storage.list('');
    expect(proxy.asked.slice(asked).filter(isGet)).toEqual([]);
  });
});

describe('an upload', () => {
  it.each<[string, Fault]>([
    ['is refused', { kind: 'refuse', on: isPut, times: 3 }],
    ['is answered 503', { kind: 'answer', status: 503, on: isPut, times: 3 }],
    ['is cut off within a part', { kind: 'cut-upload', on: isPart, afterBytes: 500_000, times: 2 }],
    ['is altered within a part', { kind: 'corrupt-upload', on: isPart, atByte: 77 }],
    ['is never answered', { kind: 'stall', on: isPart }],
    ['loses the answer to a part', { kind: 'lose-answer', on: isPart }],
    ['loses the answer to its begin', { kind: 'lose-answer', on: ({ url }) => url.includes('?uploads') }],
    [
      'loses the answer to its end',
      { kind: 'lose-answer', on: ({ method, url }) => method === 'POST' && url.includes('uploadId=') },
    ],
    [
      'loses the answer to the index',
      { kind: 'lose-answer', on: ({ method, url }) => method === 'PUT' && url.includes('.index.json') },
    ],
  ])('that %s is repeated', async (_, fault) => {
    const folder = writeVersion(`${opened.scratch}/version`, { largeBytes: 17_000_000 });
    const tree = treeOf(folder);
    const injected = proxy.inject(fault);
    await opened.storage.keepFolder('a/version', folder);
    expect(injected.met()).toBe(fault.times ?? 1);
    const second = await other();
    using borrowed = await second.storage.borrowFolder('a/version');
    expect(treeOf(borrowed.path)).toEqual(tree);
    await second.close();
  });

  it.each<[string, Fault]>([
    ['a part', { kind: 'cut-upload', on: isPart, afterBytes: 10, times: 99 }],
    ['a small file', { kind: 'answer', status: 500, on: ({ url }) => url.includes('part-7.json'), times: 99 }],
    [
      'its end',
      {
        kind: 'answer',
        status: 503,
        on: ({ method, url }) => method === 'POST' && url.includes('uploadId='),
        times: 99,
      },
    ],
  ])('of which %s always fails leaves nothing, and the local folder as it was', async (_, fault) => {
    const folder = writeVersion(`${opened.scratch}/version`, { largeBytes: 17_000_000 });
    const tree = treeOf(folder);
    const objects = server.store.objects.size;
    server.store.uploads.clear();
    proxy.inject(fault);
    const wanted = opened.storage.keepFolder('a/version', folder);
    await expect(wanted).rejects.toThrow(StorageFault);
    await expect(wanted).rejects.toMatchObject({ passing: true });
    expect(server.store.uploads.size).toBe(0);
    expect(await opened.storage.list('a')).toEqual([]);
    expect(server.store.objects.size).toBe(objects);
    expect(treeOf(folder)).toEqual(tree);
    proxy.heal();
    await opened.storage.keepFolder('a/version', folder);
    using borrowed = await opened.storage.borrowFolder('a/version');
    expect(treeOf(borrowed.path)).toEqual(tree);
  });

  it('of which the index always fails is not there, and its contents go with the sweep', async () => {
    const folder = writeVersion(`${opened.scratch}/version`, { largeBytes: 100 });
    proxy.inject({
      kind: 'refuse',
      on: ({ method, url }) => method === 'PUT' && url.includes('.index.json'),
      times: 99,
    });
    await expect(opened.storage.keepFolder('a/version', folder)).rejects.toThrow(StorageFault);
    await expect(opened.storage.borrowFolder('a/version')).rejects.toThrow(StorageMissing);
    expect(await opened.storage.list('a')).toEqual([]);
    expect(await opened.storage.sweepUnfinished()).toBe(0);
    expect(await opened.storage.sweepUnfinished(-1000)).toBe(1);
    expect([...server.store.objects.keys()].filter(key => key.startsWith(prefixOf()))).toEqual([]);
  });

  it('ends when it is told to', async () => {
    const stopping = new AbortController();
    const injected = proxy.inject({ kind: 'stall', on: isPart });
    const file = write(opened.scratch, 'large', content(17_000_000));
    const wanted = opened.storage.keepFile('some/file', file, stopping.signal);
    await expect.poll(() => injected.met()).toBe(1);
    stopping.abort(new Error('enough'));
    await expect(wanted).rejects.toThrow('enough');
    expect(server.store.uploads.size).toBe(0);
    await expect(opened.storage.borrowFile('some/file')).rejects.toThrow(StorageMissing);
    expect(existsSync(file)).toBe(true);
  });
});

describe('the sweep', () => {
  it('removes what is a day old and belongs to nothing', async () => {
    const day = 24 * 60 * 60 * 1000;
    const longAgo = new Date(Date.now() - 2 * day).toISOString();
    const prefix = prefixOf();
    await opened.storage.keepFolder('a/kept', writeVersion(`${opened.scratch}/kept`, { largeBytes: 10 }));
    await opened.storage.keepFolder('a/lost', writeVersion(`${opened.scratch}/lost`, { largeBytes: 10 }));
    await opened.storage.keepFolder('a/young', writeVersion(`${opened.scratch}/young`, { largeBytes: 10 }));
    for (const key of ['a/lost', 'a/young']) await server.store.delete(`${prefix}/${key}/.index.json`);
    for (const object of server.store.objects.values()) if (!object.key.includes('a/young')) object.modified = longAgo;
    for (const [id, initiated] of [
      ['old', longAgo],
      ['new', new Date().toISOString()],
    ] as const)
      server.store.uploads.set(id, { id, key: `${prefix}/a/file`, metadata: {}, parts: new Map(), initiated });
    expect(await opened.storage.sweepUnfinished()).toBe(2);
    expect([...server.store.uploads.keys()]).toEqual(['new']);
    const left = new Set(
      [...server.store.objects.keys()].filter(key => key.startsWith(prefix)).map(key => /a\/\w+/.exec(key)![0]),
    );
    expect(left).toEqual(new Set(['a/kept', 'a/young']));
    const second = await other();
    using borrowed = await second.storage.borrowFolder('a/kept');
    expect(Object.keys(treeOf(borrowed.path))).toHaveLength(17);
    await second.close();
    server.store.uploads.clear();
  });
});

describe('what somebody has to correct', () => {
  it.each([
    [
      'no server',
      { endpoint: 'http://127.0.0.1:1' },
      /does not answer; check that it runs and that endpoint is reachable/,
      true,
    ],
    [
      'another bucket',
      { bucket: 'elsewhere' },
      /the bucket elsewhere at .* does not exist; create it, or correct bucket/,
      false,
    ],
    [
      'another key',
      { access_key_id: 'SOMEBODY', secret_access_key: 'and-a-secret' },
      /refuses the credentials; correct access_key_id/,
      false,
    ],
    ['another secret', { secret_access_key: 'and-a-secret' }, /refuses the credentials; correct access_key_id/, false],
  ])('is said: %s', async (_, settings, message, passing) => {
    const wrong = await openTestBucket(server, settings);
    const error = await wrong.storage.check().then(
      () => undefined,
      error => error,
    );
    expect(error).toBeInstanceOf(StorageFault);
    expect(error.message).toMatch(message);
    expect(error.passing).toBe(passing);
    const shown = inspect(error, { depth: 9, showHidden: true });
    for (const secret of ['SOMEBODY', 'and-a-secret', objectServerKeys.secret_access_key])
      expect(shown).not.toContain(secret);
    expect(shown).not.toContain('Signature=');
    await wrong.close();
  });

  it('is said when the credentials permit too little', async () => {
    proxy.inject({ kind: 'answer', status: 403, code: 'AccessDenied', on: isPut });
    await expect(opened.storage.check()).rejects.toThrow(/does not permit this; the credentials need s3:GetObject/);
  });

  it('is said when another process owns the cache', async () => {
    await expect(other({ cacheFolder: opened.cacheFolder })).rejects.toThrow(
      /cache is open in another process.* needs a cache folder of its own/,
    );
  });
});
