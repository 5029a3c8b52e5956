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

/** Files of one folder that are uploaded at the same time. */
export const filesAtOnce = 4;
/** Files of one folder that are downloaded at the same time. Most files are small, so the server's answers take most of the time. */
export const downloadsAtOnce = 8;

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
