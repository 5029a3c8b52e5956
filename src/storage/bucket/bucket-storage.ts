// Files kept in an S3-compatible bucket, and local copies of what is borrowed.
//
// An object appears as a whole by itself and carries its sha256; how a folder does: folder-index.ts. A copy is verified
// before anybody gets its path.
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openCache } from '../cache/cache.ts';
import { walk } from '../local-files.ts';
import {
  type Borrowed,
  checkKey,
  dayMs,
  type FileFacts,
  markFile,
  type Storage,
  StorageConflict,
  StorageCorrupt,
  StorageFault,
  StorageMissing,
} from '../storage.ts';
import { openBucket } from './bucket.ts';
import { isConditionFailed, isNotImplemented } from './bucket-faults.ts';
import { removeKept, sweepBucket } from './bucket-removal.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { createDownloader } from './downloader.ts';
import { bytesOf, contentsOf, type FolderIndex, indexOf, readIndex, writeIndex } from './folder-index.ts';
import { getBytes, listObjects, lookAt, openObject, putBytes, removeObjects, verified } from './objects.ts';
import { uploadFile } from './upload.ts';

/** Files of one folder that are on their way at the same time. */
const filesAtOnce = 4;

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
  const nameOf = (key: string) => {
    checkKey(key);
    return `${bucket.prefix}${key}`;
  };

  async function keepFile(key: string, file: string, signal?: AbortSignal): Promise<FileFacts> {
    const facts = await uploadFile(bucket, nameOf(key), file, signal);
    await cache.adopt({ key, mark: facts.sha256, bytes: facts.bytes }, path.basename(key), file);
    return facts;
  }

  async function keepFolder(key: string, folder: string, signal?: AbortSignal): Promise<void> {
    checkKey(key);
    if (await isFolderThere(key, signal)) throw new StorageConflict(key);
    const id = randomUUID();
    const { files, folders } = await walk(folder);
    const facts: Record<string, FileFacts> = {};
    try {
      await forEachFile(files, signal, async (file, stop) => {
        facts[file] = await uploadFile(bucket, contentsOf(bucket, key, id) + file, path.join(folder, file), stop);
      });
    } catch (error) {
      await removeContents(key, id, files);
      throw error;
    }
    // A fault from here on may be of the answer only: what was put stays, and is swept when no index names it.
    await putIndex(key, { format: 1, id, files: facts, folders }, signal).catch(async error => {
      if (error instanceof StorageConflict) await removeContents(key, id, files);
      throw error;
    });
    await cache.adopt({ key, mark: id, bytes: bytesOf(facts) }, '', folder);
  }

  /** Put the index where there is none. @throws StorageConflict */
  async function putIndex(key: string, index: FolderIndex, signal?: AbortSignal): Promise<void> {
    const name = indexOf(bucket, key);
    try {
      await putBytes(bucket, name, writeIndex(index), { condition: 'new', signal });
    } catch (error) {
      if (isConditionFailed(error)) {
        // Put by an attempt of this very writer whose answer was lost?
        if ((await readIndex(bucket, key, signal)).id !== index.id) throw new StorageConflict(key, { cause: error });
      } else if (isNotImplemented(error)) {
        // A server without conditions. Two writers that come this far in the same moment: the last one is it, as a whole.
        if (await isFolderThere(key, signal)) throw new StorageConflict(key, { cause: error });
        await putBytes(bucket, name, writeIndex(index), { signal });
      } else throw error;
    }
  }

  async function isFolderThere(key: string, signal?: AbortSignal): Promise<boolean> {
    return await lookAt(bucket, indexOf(bucket, key), signal).then(
      () => true,
      error => {
        if (error instanceof StorageMissing) return false;
        throw error;
      },
    );
  }

  /** Tidy up at once what the sweep would find later; so a fault is none. */
  async function removeContents(key: string, id: string, files: readonly string[]): Promise<void> {
    const names = files.map(file => contentsOf(bucket, key, id) + file);
    await removeObjects(bucket, names, AbortSignal.timeout(tidyingMs)).catch(() => {});
  }

  async function borrowFile(key: string, expected?: FileFacts): Promise<Borrowed> {
    const object = nameOf(key);
    const name = path.basename(key);
    const fill = (facts: FileFacts) => (folder: string) => downloader.download(object, path.join(folder, name), facts);
    let facts = expected;
    try {
      facts ??= await factsOf(key);
    } catch (error) {
      return await borrowWhatIsHere(key, name, error);
    }
    return await cache.borrow({ key, mark: facts.sha256, bytes: facts.bytes }, name, fill(facts));
  }

  async function factsOf(key: string): Promise<FileFacts> {
    const { bytes, sha256 } = await lookAt(bucket, nameOf(key));
    if (sha256 === undefined)
      throw new StorageCorrupt(key, 'it carries no sha256, so it was not put there by Rolecall');
    return { bytes, sha256 };
  }

  async function borrowFolder(key: string): Promise<Borrowed> {
    checkKey(key);
    let index: FolderIndex;
    try {
      index = await readIndex(bucket, key).catch(named(key));
    } catch (error) {
      return await borrowWhatIsHere(key, '', error);
    }
    const of = { key, mark: index.id, bytes: bytesOf(index.files) };
    return await cache.borrow(of, '', folder => fillFolder(key, index, folder));
  }

  async function fillFolder(key: string, index: FolderIndex, folder: string): Promise<void> {
    for (const inner of index.folders) await fs.mkdir(path.join(folder, inner), { recursive: true, mode: 0o700 });
    try {
      await forEachFile(Object.keys(index.files), undefined, (file, stop) =>
        downloader.download(
          contentsOf(bucket, key, index.id) + file,
          path.join(folder, file),
          index.files[file]!,
          stop,
        ),
      );
    } catch (cause) {
      if (!(cause instanceof StorageMissing)) throw cause;
      // Removed meanwhile, or a file of it is lost?
      if (!(await isFolderThere(key))) throw new StorageMissing(key, { cause });
      throw new StorageCorrupt(key, `${cause.key} is not there`, { cause });
    }
  }

  /** What asking for `key` came to: while the bucket does not answer, the copy that is here is better than none. */
  async function borrowWhatIsHere(key: string, name: string, fault: unknown): Promise<Borrowed> {
    if (fault instanceof StorageMissing) cache.forget(key);
    const mark = fault instanceof StorageFault && fault.passing ? cache.markOf(key) : undefined;
    if (mark === undefined) throw fault;
    onWarning(`the local copy of ${key} is used: ${(fault as Error).message}`);
    return await cache.borrow({ key, mark, bytes: 0 }, name, async () => {
      throw fault;
    });
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const open = await openObject(bucket, nameOf(key), { range });
    const stream = Readable.from(range ? open.chunks : verified(key, open), {
      objectMode: false,
      highWaterMark: 256 * 1024,
    });
    stream.once('close', open.close);
    return stream;
  }

  async function list(prefix: string): Promise<string[]> {
    const start = prefix === '' ? bucket.prefix : `${nameOf(prefix)}/`;
    const names = new Set<string>();
    for await (const found of listObjects(bucket, start, { oneLevel: true })) {
      const name = 'deeper' in found ? found.deeper.slice(start.length, -1) : found.name.slice(start.length);
      if (name !== '' && !name.startsWith('.')) names.add(name);
    }
    return [...names].toSorted();
  }

  async function remove(key: string): Promise<void> {
    await removeKept(bucket, nameOf(key));
    cache.forget(key);
  }

  async function mark(): Promise<string | undefined> {
    try {
      // Not compared with a hash: somebody may have written it by hand.
      return (await text(Readable.from((await openObject(bucket, bucket.prefix + markFile)).chunks))).trim();
    } catch (error) {
      if (error instanceof StorageMissing) return undefined;
      throw error;
    }
  }

  let warnedOfUploads = false;
  function warnOfUploads(): void {
    if (warnedOfUploads) return;
    warnedOfUploads = true;
    onWarning(
      `the server of the bucket ${settings.bucket} cannot list uploads that were not ended, say when they began, or give ` +
        'them up: what processes leave there when they die takes space; remove their parts by a lifecycle rule, or with the ' +
        'tools of the server',
    );
  }

  async function check(signal?: AbortSignal): Promise<void> {
    // Among contents without an index, so that the sweep finds what a process left that died here.
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
        `the bucket ${settings.bucket} does not give back what was put there; it has to be consistent after each write`,
        { passing: false, cause },
      );
    } finally {
      await removeObjects(bucket, [name], signal);
    }
  }

  async function close(): Promise<void> {
    bucket.close();
    await downloader.close();
    await cache.close();
  }

  return {
    place: () => undefined,
    keepFile,
    keepFolder,
    borrowFile,
    borrowFolder,
    read,
    list,
    remove,
    sweepUnfinished: (olderThanMs = dayMs) => sweepBucket(bucket, olderThanMs, warnOfUploads),
    check,
    title: `the bucket ${settings.bucket}${bucket.prefix && ` below ${bucket.prefix}`}`,
    mark,
    setMark: mark => putBytes(bucket, bucket.prefix + markFile, Buffer.from(`${mark}\n`)),
    cachedBytes: () => cache.bytes(),
    close,
  };
}

const tidyingMs = 10_000;

/** An error about an object that stands for a key, about that key. */
function named(key: string): (error: unknown) => never {
  return cause => {
    throw cause instanceof StorageMissing ? new StorageMissing(key, { cause }) : cause;
  };
}

/** Some files at a time; the first fault ends the others, and is thrown when they have ended. */
async function forEachFile(
  files: readonly string[],
  signal: AbortSignal | undefined,
  work: (file: string, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal;
  const left = files.values();
  const worker = async () => {
    for (const file of left) {
      stop.throwIfAborted();
      await work(file, stop);
    }
  };
  await Promise.allSettled(
    Array.from({ length: Math.min(filesAtOnce, files.length) }, () => worker().catch(error => failing.abort(error))),
  );
  stop.throwIfAborted();
}
