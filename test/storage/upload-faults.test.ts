// Uploads with faults of network and server: an object is stored whole, or is not visible and removed by the sweep.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StorageFault, StorageMissing } from '../../src/storage/storage.ts';
import { isEnd, isIndex, isPart, isPut, useFaultyBucket } from '../support/servers/faulty-bucket.ts';
import type { Fault } from '../support/servers/faulty-proxy.ts';
import { content, factsOf, partOfVersion, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';

const bucket = useFaultyBucket();

describe('an upload', () => {
  it.each<[string, Fault]>([
    ['is refused', { kind: 'refuse', on: isPut, times: 3 }],
    ['is answered 503', { kind: 'answer', status: 503, on: isPut, times: 3 }],
    ['is cut off within a part', { kind: 'cut-upload', on: isPart, afterBytes: 500_000, times: 2 }],
    ['is altered within a part', { kind: 'corrupt-upload', on: isPart, atByte: 77 }],
    ['loses the answer to a part', { kind: 'lose-answer', on: isPart }],
    ['loses the answer to its begin', { kind: 'lose-answer', on: ({ url }) => url.includes('?uploads') }],
    ['loses the answer to its end', { kind: 'lose-answer', on: isEnd }],
    ['loses the answer to the index', { kind: 'lose-answer', on: isIndex }],
  ])('that %s is repeated', async (_, fault) => {
    const folder = writeVersion(`${bucket.opened.scratch}/version`, { largeBytes: 17_000_000 });
    const tree = treeOf(folder);
    const injected = bucket.proxy.inject(fault);
    await bucket.opened.storage.keepFolder('a/version', folder);
    expect(injected.met()).toBe(fault.times ?? 1);
    const second = await bucket.other();
    using borrowed = await second.storage.borrowFolder('a/version');
    expect(treeOf(borrowed.path)).toEqual(tree);
    await second.close();
  });

  it.each<[string, Fault]>([
    ['a part', { kind: 'cut-upload', on: isPart, afterBytes: 10, times: 99 }],
    [
      'a small file',
      { kind: 'answer', status: 500, on: ({ url }) => url.includes(factsOf(partOfVersion(7)).sha256), times: 99 },
    ],
    [
      'its end',
      {
        kind: 'answer',
        status: 503,
        on: isEnd,
        times: 99,
      },
    ],
  ])('in which %s always fails leaves nothing, and the local folder unchanged', async (_, fault) => {
    const folder = writeVersion(`${bucket.opened.scratch}/version`, { largeBytes: 17_000_000 });
    const tree = treeOf(folder);
    const objects = bucket.server.store.objects.size;
    bucket.server.store.uploads.clear();
    bucket.proxy.inject(fault);
    const wanted = bucket.opened.storage.keepFolder('a/version', folder);
    await expect(wanted).rejects.toThrow(StorageFault);
    await expect(wanted).rejects.toMatchObject({ transient: true });
    expect(bucket.server.store.uploads.size).toBe(0);
    expect(await bucket.opened.storage.list('a')).toEqual([]);
    // The server may complete a file that was sent whole after the others were removed.
    await bucket.opened.storage.sweepUnfinished(-1000);
    expect(bucket.server.store.objects.size).toBe(objects);
    expect(treeOf(folder)).toEqual(tree);
    bucket.proxy.heal();
    await bucket.opened.storage.keepFolder('a/version', folder);
    using borrowed = await bucket.opened.storage.borrowFolder('a/version');
    expect(treeOf(borrowed.path)).toEqual(tree);
  });

  it('whose index always fails is not visible, and the sweep removes its contents', async () => {
    const folder = writeVersion(`${bucket.opened.scratch}/version`, { largeBytes: 100 });
    bucket.proxy.inject({
      kind: 'refuse',
      on: isIndex,
      times: 99,
    });
    await expect(bucket.opened.storage.keepFolder('a/version', folder)).rejects.toThrow(StorageFault);
    await expect(bucket.opened.storage.borrowFolder('a/version')).rejects.toThrow(StorageMissing);
    expect(await bucket.opened.storage.list('a')).toEqual([]);
    expect(await bucket.opened.storage.sweepUnfinished()).toBe(0);
    expect(await bucket.opened.storage.sweepUnfinished(-1000)).toBe(1);
    expect([...bucket.server.store.objects.keys()].filter(key => key.startsWith(bucket.opened.prefix))).toEqual([]);
  });

  it('ends when it is aborted', async () => {
    const stopping = new AbortController();
    const injected = bucket.proxy.inject({ kind: 'stall', on: isPart });
    const file = write(bucket.opened.scratch, 'large', content(17_000_000));
    const wanted = bucket.opened.storage.keepFile('some/file', file, stopping.signal);
    await expect.poll(() => injected.met()).toBe(1);
    stopping.abort(new Error('enough'));
    await expect(wanted).rejects.toThrow('enough');
    expect(bucket.server.store.uploads.size).toBe(0);
    await expect(bucket.opened.storage.borrowFile('some/file')).rejects.toThrow(StorageMissing);
    expect(existsSync(file)).toBe(true);
  });
});

describe('the sweep', () => {
  it('removes objects that are a day old and belong to nothing', async () => {
    const day = 24 * 60 * 60 * 1000;
    const longAgo = new Date(Date.now() - 2 * day).toISOString();
    const prefix = bucket.opened.prefix;
    await bucket.opened.storage.keepFolder('a/kept', writeVersion(`${bucket.opened.scratch}/kept`, { largeBytes: 10 }));
    await bucket.opened.storage.keepFolder('a/lost', writeVersion(`${bucket.opened.scratch}/lost`, { largeBytes: 10 }));
    await bucket.opened.storage.keepFolder(
      'a/young',
      writeVersion(`${bucket.opened.scratch}/young`, { largeBytes: 10 }),
    );
    const attemptOf = async (key: string) => {
      const { file } = bucket.server.store.objects.get(`${prefix}/${key}/.index.json`)!;
      return JSON.parse(readFileSync(file, 'utf8')).id as string;
    };
    const young = await attemptOf('a/young');
    const kept = await attemptOf('a/kept');
    for (const key of ['a/lost', 'a/young']) await bucket.server.store.delete(`${prefix}/${key}/.index.json`);
    for (const object of bucket.server.store.objects.values())
      if (!object.key.endsWith(young)) object.modified = longAgo;
    for (const [id, initiated] of [
      ['old', longAgo],
      ['new', new Date().toISOString()],
    ] as const)
      bucket.server.store.uploads.set(id, { id, key: `${prefix}/a/file`, metadata: {}, parts: new Map(), initiated });
    expect(await bucket.opened.storage.sweepUnfinished()).toBe(2);
    expect([...bucket.server.store.uploads.keys()]).toEqual(['new']);
    const left = new Set(
      [...bucket.server.store.objects.keys()]
        .filter(key => key.startsWith(`${prefix}/.files/`))
        .map(key => key.split('.').at(-1)),
    );
    expect(left).toEqual(new Set([kept, young]));
    const second = await bucket.other();
    using borrowed = await second.storage.borrowFolder('a/kept');
    expect(Object.keys(treeOf(borrowed.path))).toHaveLength(17);
    await second.close();
    bucket.server.store.uploads.clear();
  });

  it('warns once about an upload when the server does not say when it began', async () => {
    const { store } = bucket.server;
    const key = `${bucket.opened.prefix}/a/file`;
    store.uploads.set('undated', { id: 'undated', key, metadata: {}, parts: new Map(), initiated: '' });
    expect(await bucket.opened.storage.sweepUnfinished(-1000)).toBe(0);
    expect(await bucket.opened.storage.sweepUnfinished(-1000)).toBe(0);
    expect([...store.uploads.keys()]).toEqual(['undated']);
    expect(bucket.opened.warnings).toEqual([
      expect.stringMatching(/cannot list unfinished uploads, say when they began/),
    ]);
    store.uploads.clear();
  });
});
