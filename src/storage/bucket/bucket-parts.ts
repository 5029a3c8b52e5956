// What the operations of a bucket storage work with.
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

/** Files of one folder that are on their way at the same time. */
const filesAtOnce = 4;

/** The name of the object that holds the file of a key. */
export function objectOf(bucket: Bucket, key: string): string {
  checkKey(key);
  return `${bucket.prefix}${key}`;
}

/** An error about an object that stands for a key, about that key. */
export function named(key: string): (error: unknown) => never {
  return cause => {
    throw cause instanceof StorageMissing ? new StorageMissing(key, { cause }) : cause;
  };
}

/** Some files at a time; the first fault ends the others, and is thrown when they have ended. */
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
