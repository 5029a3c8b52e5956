// Files kept in an S3-compatible bucket, with local copies of borrowed ones.
//
// S3 makes an object visible as a whole, and its metadata holds its sha256. folder-index.ts does the same for folders.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openCache } from '../cache/cache.ts';
import {
  checkKey,
  dayMs,
  identityFile,
  type Storage,
  StorageCorrupt,
  StorageFault,
  StorageMissing,
} from '../storage.ts';
import { borrowFile, borrowFolder } from './borrow.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { type BucketParts, named, objectOf } from './bucket-parts.ts';
import { removeKept, sweepBucket } from './bucket-removal.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { createDownloader } from './downloader.ts';
import { contentsOf, readIndex } from './folder-index.ts';
import { keepContents, keepFile, keepFolder } from './keep.ts';
import { getBytes, listObjects, openObject, putBytes, removeObjects, verified } from './objects.ts';

/** @throws OperatorError when another process owns the cache folder */
export async function openBucketStorage(
  settings: BucketSettings,
  { onWarning }: { onWarning(message: string): void },
): Promise<Storage> {
  const bucket = openBucket(settings);
  const cache = await openCache(settings.cacheFolder, settings.cacheBytes, onWarning).catch(error => {
    bucket.close();
    throw error;
  });
  const downloader = createDownloader(settings);
  const parts: BucketParts = { bucket, cache, downloader, onWarning };
  const warnOfUploads = once(() =>
    onWarning(
      `the server of the bucket ${settings.bucket} cannot list unfinished uploads, say when they began, or abort them, so the ` +
        'uploads of crashed processes keep taking space; remove their parts by a lifecycle rule, or with the tools of the server',
    ),
  );

  return {
    place: () => undefined,
    keepFile: (key, file, signal) => keepFile(parts, key, file, signal),
    keepFolder: (key, folder, signal, sharing) => keepFolder(parts, key, folder, signal, sharing),
    keepContents: contents => keepContents(parts, contents),
    borrowFile: (key, expected) => borrowFile(parts, key, expected),
    borrowFolder: (key, only) => borrowFolder(parts, key, only),
    read: (key, range) => read(bucket, key, range),
    expose: (key, files) => expose(bucket, key, files),
    location: `s3://${bucket.name}${bucket.prefix && `/${bucket.prefix.slice(0, -1)}`}`,
    list: prefix => list(bucket, prefix),
    async remove(key) {
      await removeKept(bucket, objectOf(bucket, key));
      cache.forget(key);
    },
    sweepUnfinished: (olderThanMs = dayMs) => sweepBucket(bucket, olderThanMs, warnOfUploads),
    check: signal => check(bucket, signal),
    title: `the bucket ${settings.bucket}${bucket.prefix && ` below ${bucket.prefix}`}`,
    identity: () => readIdentity(bucket),
    setIdentity: identity => putBytes(bucket, bucket.prefix + identityFile, Buffer.from(`${identity}\n`)),
    cachedBytes: () => cache.bytes(),
    async close() {
      bucket.close();
      await downloader.close();
      await cache.close();
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

async function read(bucket: Bucket, key: string, range?: { start: number; end: number }): Promise<Readable> {
  const open = await openObject(bucket, objectOf(bucket, key), { range });
  const stream = Readable.from(range ? open.chunks : verified(key, open), {
    objectMode: false,
    highWaterMark: 256 * 1024,
  });
  stream.once('close', open.close);
  return stream;
}

async function expose(bucket: Bucket, key: string, files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  checkKey(key);
  const index = await readIndex(bucket, key).catch(named(key));
  return new Map(
    [...files.keys()].map(file => {
      const stored = index.files[file];
      if (!stored) throw new StorageMissing(`${key}/${file}`);
      return [file, stored.object.slice(bucket.prefix.length)];
    }),
  );
}

async function list(bucket: Bucket, prefix: string): Promise<string[]> {
  const start = prefix === '' ? bucket.prefix : `${objectOf(bucket, prefix)}/`;
  const names = new Set<string>();
  for await (const found of listObjects(bucket, start, { oneLevel: true })) {
    const name = 'deeper' in found ? found.deeper.slice(start.length, -1) : found.name.slice(start.length);
    if (name !== '' && !name.startsWith('.')) names.add(name);
  }
  return [...names].toSorted();
}

async function readIdentity(bucket: Bucket): Promise<string | undefined> {
  try {
    // Not compared with a hash: an operator may have written the file by hand.
    return (await text(Readable.from((await openObject(bucket, bucket.prefix + identityFile)).chunks))).trim();
  } catch (error) {
    if (error instanceof StorageMissing) return undefined;
    throw error;
  }
}

async function check(bucket: Bucket, signal?: AbortSignal): Promise<void> {
  // Stored as contents without an index, so that the sweep removes it if this process crashes here.
  const name = `${contentsOf(bucket, '.check', randomUUID())}check`;
  const bytes = Buffer.from(`rolecall ${createHash('sha256').update(name).digest('hex')}`);
  await putBytes(bucket, name, bytes, { signal });
  try {
    if (!(await getBytes(bucket, name, signal).catch(named(name))).equals(bytes))
      throw new StorageCorrupt(name, 'it changed');
    for await (const _ of listObjects(bucket, name, { signal })) break;
  } catch (cause) {
    if (!(cause instanceof StorageCorrupt || cause instanceof StorageMissing)) throw cause;
    throw new StorageFault(
      `the bucket ${bucket.name} does not return what was just written; its reads must be consistent after each write`,
      { transient: false, cause },
    );
  } finally {
    await removeObjects(bucket, [name], signal);
  }
}
