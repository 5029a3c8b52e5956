import type { BucketSettings } from './bucket/bucket-settings.ts';
import { openFolderStorage } from './folder/folder-storage.ts';
import type { Storage } from './storage.ts';

/** A folder (local or shared), or a bucket. */
export type StorageSettings = { readonly folder: string } | BucketSettings;

/**
 * Open a storage without connecting to it: check() tests whether it can be used.
 * @param onWarning called with a sentence about something that the operator may want to correct; work continues
 * @throws OperatorError when another process owns the bucket's cache folder
 */
export async function openStorage(
  settings: StorageSettings,
  options: { onWarning(message: string): void },
): Promise<Storage> {
  if (!('bucket' in settings)) return openFolderStorage(settings.folder);
  // Loaded only where it is used: with the client of S3, starting takes longer and the process more memory.
  const { openBucketStorage } = await import('./bucket/bucket-storage.ts');
  return openBucketStorage(settings, options);
}
