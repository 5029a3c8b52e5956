// The requests that the storage makes to a bucket's server, tested on servers of others too: requests that no cache answers, and
// requests that a server does not support.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, StorageFault, StorageMissing } from '../../src/storage/storage.ts';
import { type BucketServer, bucketServers, openClient, startS3rver } from '../support/servers/bucket-servers.ts';
import { isEnd, isIndex, isPart } from '../support/servers/faulty-bucket.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/servers/faulty-proxy.ts';
import { freePort } from '../support/servers/free-port.ts';
import { content, factsOf, treeOf, write, writeVersion } from '../support/servers/kept-content.ts';
import { openTestBucket, removeAll } from '../support/servers/storages.ts';

describe.each(bucketServers)('%s', (_, start, gaps) => {
  let server: BucketServer;
  let proxy: FaultyProxy;
  let opened: Awaited<ReturnType<typeof openTestBucket>>;
  /** The same bucket and prefix with an empty cache, as in another process. */
  const other = () => openTestBucket(server, { prefix: opened.prefix });

  beforeAll(async () => {
    server = await start();
    proxy = await startFaultyProxy(server.settings.endpoint);
  });
  beforeEach(async () => {
    opened = await openTestBucket(server);
  });
  afterEach(async () => {
    await removeAll(opened.storage);
    await opened.close();
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  it.each([0, 1234, 19 * 1024 * 1024 + 7])('gives another process a file of %d bytes', async bytes => {
    const made = content(bytes);
    const facts = await opened.storage.keepFile('a/file', write(opened.scratch, 'file', made));
    const reader = await other();
    using borrowed = await reader.storage.borrowFile('a/file', facts);
    expect(factsOf(readFileSync(borrowed.path))).toEqual(factsOf(made));
    await reader.close();
  });

  it('gives another process a folder whose files have unusual names', async () => {
    const folder = writeVersion(`${opened.scratch}/version`);
    for (const name of ["a+b c&<ü'()!*~=%20", 'x?y#z;@:$,', '日本/.hidden']) write(folder, name, name);
    const tree = treeOf(folder);
    await opened.storage.keepFolder('versions/1', folder);
    const reader = await other();
    using borrowed = await reader.storage.borrowFolder('versions/1');
    expect(treeOf(borrowed.path)).toEqual(tree);
    await opened.storage.remove('versions/1');
    await expect(reader.storage.borrowFolder('versions/1')).rejects.toThrow(StorageMissing);
    await reader.close();
  });

  it('lists, and reads a range', async () => {
    for (const key of ['list/b/2', 'list/b/1', 'list/a']) {
      await opened.storage.keepFile(key, write(opened.scratch, 'listed', 'abcdefghij'));
    }
    expect(await opened.storage.list('list')).toEqual(['a', 'b']);
    expect(await opened.storage.list('list/b')).toEqual(['1', '2']);
    expect(await text(await opened.storage.read('list/a', { start: 3, end: 5 }))).toBe('def');
  });

  it.runIf(gaps.includes('ranges of one byte'))('refuses an answer with more than the range', async () => {
    await opened.storage.keepFile('whole', write(opened.scratch, 'whole', 'abcdefghij'));
    await expect(opened.storage.read('whole', { start: 0, end: 0 })).rejects.toThrow(/does not support range requests/);
  });

  it.skipIf(gaps.includes('listings in pages'))(
    'lists more than goes into one answer',
    async () => {
      const client = openClient(server.settings);
      const names = Array.from({ length: 1001 }, (_, index) => String(index).padStart(4, '0'));
      const left = names.values();
      const put = async () => {
        for (const name of left) {
          const Key = `${opened.prefix}/many/${name}`;
          await client.send(new PutObjectCommand({ Bucket: server.settings.bucket, Key, Body: name }));
        }
      };
      await Promise.all(Array.from({ length: 8 }, put));
      client.destroy();
      expect(await opened.storage.list('many')).toEqual(names);
      await opened.storage.remove('many');
      expect(await opened.storage.list('many')).toEqual([]);
    },
    300_000,
  );

  it('holds one folder when two processes store one under the same key one after the other', async () => {
    await opened.storage.keepFolder('versions/2', writeVersion(`${opened.scratch}/one`, { largeBytes: 10 }));
    const later = await other();
    const wanted = later.storage.keepFolder('versions/2', writeVersion(`${later.scratch}/two`, { largeBytes: 10 }));
    await expect(wanted).rejects.toThrow('a folder is kept under versions/2 already');
    await later.close();
  });

  it('aborts unfinished uploads, or warns once that the server cannot', async () => {
    const client = openClient(server.settings);
    const object = { Bucket: server.settings.bucket, Key: `${opened.prefix}/tenants/acme/unfinished` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
    await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: 'left behind' }));
    const swept = [await opened.storage.sweepUnfinished(-dayMs), await opened.storage.sweepUnfinished(-dayMs)];
    if (gaps.includes('abandoned uploads')) {
      expect(swept).toEqual([0, 0]);
      expect(opened.warnings).toEqual([
        expect.stringMatching(/cannot list unfinished uploads.*remove their parts by a lifecycle rule/),
      ]);
    } else {
      expect(swept).toEqual([1, 0]);
      expect(opened.warnings).toEqual([]);
      const { Uploads } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: object.Bucket, Prefix: opened.prefix }),
      );
      expect(Uploads ?? []).toEqual([]);
    }
    expect(await opened.storage.list('tenants')).toEqual([]);
    client.destroy();
  });

  describe.skipIf(gaps.includes('proxies'))('behind a proxy', () => {
    it('keeps nothing of an upload that is stopped', async () => {
      const writer = await openTestBucket(server, { endpoint: proxy.url, prefix: opened.prefix });
      const stopping = new AbortController();
      const injected = proxy.inject({ kind: 'stall', on: isPart });
      const file = write(writer.scratch, 'large', content(17_000_000));
      const wanted = writer.storage.keepFile('some/file', file, stopping.signal);
      await expect.poll(injected.met).toBe(1);
      stopping.abort(new Error('enough'));
      await expect(wanted).rejects.toThrow('enough');
      proxy.heal();
      await expect(opened.storage.borrowFile('some/file')).rejects.toThrow(StorageMissing);
      expect(await opened.storage.list('some')).toEqual([]);
      expect(await opened.storage.sweepUnfinished(-dayMs)).toBe(0);
      await writer.close();
    });

    it.skipIf(gaps.includes('uploads that are ended twice'))('ends an upload again whose answer was lost', async () => {
      const writer = await openTestBucket(server, { endpoint: proxy.url, prefix: opened.prefix });
      const injected = proxy.inject({ kind: 'lose-answer', on: isEnd });
      const made = content(17_000_000);
      const facts = await writer.storage.keepFile('some/file', write(writer.scratch, 'large', made));
      expect(injected.met()).toBe(1);
      using borrowed = await opened.storage.borrowFile('some/file', facts);
      expect(factsOf(readFileSync(borrowed.path))).toEqual(factsOf(made));
      await writer.close();
    });

    it('stores a folder when the answer to the upload of its index was lost', async () => {
      const writer = await openTestBucket(server, { endpoint: proxy.url, prefix: opened.prefix });
      const injected = proxy.inject({ kind: 'lose-answer', on: isIndex });
      const folder = writeVersion(`${writer.scratch}/version`, { largeBytes: 10 });
      const tree = treeOf(folder);
      await writer.storage.keepFolder('versions/3', folder);
      expect(injected.met()).toBe(1);
      using borrowed = await opened.storage.borrowFolder('versions/3');
      expect(treeOf(borrowed.path)).toEqual(tree);
      expect(await opened.storage.sweepUnfinished(-dayMs)).toBe(0);
      await writer.close();
    });
  });

  it('checks that it works', async () => {
    await expect(opened.storage.check()).resolves.toBeUndefined();
  });
});

describe.each(bucketServers)('%s, with wrong settings', (name, start) => {
  let server: BucketServer;
  beforeAll(async () => {
    server = name.endsWith('s3rver') ? await startS3rver({ strict: true }) : await start();
  });
  afterAll(() => server.stop());

  it.each([
    ['another bucket', () => ({ bucket: 'rolecall-elsewhere' }), /does not exist; create it, or correct bucket/, false],
    ['another key', () => ({ access_key_id: 'SOMEBODY' }), /refuses the credentials; correct access_key_id/, false],
    [
      'another secret',
      () => ({ secret_access_key: 'and-a-secret' }),
      /refuses the credentials; correct access_key_id/,
      false,
    ],
    [
      'nobody',
      async () => ({ endpoint: `http://127.0.0.1:${await freePort()}` }),
      /does not answer; check that it runs and that endpoint is reachable/,
      true,
    ],
  ])('says what to correct: %s', async (_, wrong, message, transient) => {
    const opened = await openTestBucket(server, await wrong());
    const file = write(opened.scratch, 'kept', 'kept');
    for (const ask of [() => opened.storage.check(), () => opened.storage.keepFile('a/file', file)]) {
      const error = await ask().then(
        () => undefined,
        error => error,
      );
      expect(error).toBeInstanceOf(StorageFault);
      expect(error.message).toMatch(message);
      expect(error.transient).toBe(transient);
      const shown = inspect(error, { depth: 9, showHidden: true });
      for (const secret of ['SOMEBODY', 'and-a-secret', server.settings.secret_access_key, 'Signature='])
        expect(shown).not.toContain(secret);
    }
    expect(readFileSync(file, 'utf8')).toBe('kept');
    await opened.close();
  });
});
