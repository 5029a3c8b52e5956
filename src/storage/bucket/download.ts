// Downloads an object to a local file, compares its size and hash, and syncs it to disk.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import { hasNoSpace } from '../local-files.ts';
import { type FileFacts, StorageCorrupt, StorageFault } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { difference, keyOf, openObject } from './objects.ts';

/** Attempts to fetch content whose hash is wrong: the network may have altered it. */
const triesForContent = 3;

/**
 * Write the object `name` to a new local file. This blocks the thread that it runs in, so it has one of its own (downloader.ts).
 * @throws StorageMissing, StorageCorrupt, StorageFault; `file` is removed then
 */
export async function downloadFile(
  bucket: Bucket,
  name: string,
  file: string,
  expected: FileFacts,
  signal?: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await fetchOnce(bucket, name, file, expected, signal).catch(async error => {
      await fs.rm(file, { force: true });
      if (hasNoSpace(error))
        throw new StorageFault(`the disk that holds ${file} is full; make space, or lower the limit of the cache`, {
          transient: true,
          cause: error,
        });
      throw error;
    });
    if (!fault) return;
    await fs.rm(file, { force: true });
    if (attempt >= triesForContent) throw new StorageCorrupt(keyOf(bucket, name), fault);
    await bucket.pause(attempt, signal);
  }
}

/** @returns how the content differs from `expected`, in words; undefined when it does not */
async function fetchOnce(
  bucket: Bucket,
  name: string,
  file: string,
  expected: FileFacts,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const open = await openObject(bucket, name, { signal });
  try {
    if (open.sha256 !== undefined && open.sha256 !== expected.sha256)
      return `its sha256 is said to be ${open.sha256} instead of ${expected.sha256}`;
    const hash = createHash('sha256');
    let bytes = 0;
    await using handle = await fs.open(file, 'wx', 0o600);
    for await (const chunk of open.chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      // Synchronous: asynchronous writes would occupy the threads of Node's pool, which requests for pages need.
      for (let written = 0; written < chunk.length; ) written += writeSync(handle.fd, chunk, written);
    }
    await handle.sync();
    return difference({ bytes, sha256: hash.digest('hex') }, expected);
  } finally {
    open.close();
  }
}
