import type { BucketSettings } from './bucket/bucket-settings.ts';
import { openBucketStorage } from './bucket/bucket-storage.ts';
import { openFolderStorage } from './folder/folder-storage.ts';
import type { Storage } from './storage.ts';

/** A folder, of this machine or shared, or a bucket. */
export type StorageSettings = { readonly folder: string } | BucketSettings;

/**
 * @param onWarning is told in a sentence what somebody may want to change, while everything goes on
 * @throws OperatorError when another process owns the bucket's cache folder. Whether the storage answers, check() says.
 */
export async function openStorage(
  settings: StorageSettings,
  options: { onWarning(message: string): void },
): Promise<Storage> {
  return 'bucket' in settings ? await openBucketStorage(settings, options) : openFolderStorage(settings.folder);
}
