// The parts that all operations of a bucket storage share.
import type { Cache } from '../cache/cache.ts';
import { checkKey, StorageMissing } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import type { Downloader } from './downloader.ts';

export interface BucketParts {
  readonly bucket: Bucket;
  /** Local copies. */
  readonly cache: Cache;
  readonly downloader: Downloader;
  onWarning(message: string): void;
}

/** Files of one folder that are transferred at the same time. */
const filesAtOnce = 4;

/** The name of the object that holds the file kept under a key. */
export function objectOf(bucket: Bucket, key: string): string {
  checkKey(key);
  return `${bucket.prefix}${key}`;
}

/** Rethrows a StorageMissing about an object as one about the key that the object belongs to. */
export function named(key: string): (error: unknown) => never {
  return cause => {
    throw cause instanceof StorageMissing ? new StorageMissing(key, { cause }) : cause;
  };
}

/** Work on some files at a time. The first failure aborts the others; it is thrown once they have stopped. */
export async function forEachFile(
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
