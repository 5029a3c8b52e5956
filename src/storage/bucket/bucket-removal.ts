// Removes objects from a bucket: those of a key, and those that crashed writers left behind.
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { StorageCorrupt, StorageMissing } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { isNotImplemented, isNoUpload } from './bucket-faults.ts';
import { contentsRoot, type FolderIndex, keyOfIndex, ownerOfContent, parentKey, readIndex } from './folder-index.ts';
import { listObjects, removeObjects } from './objects.ts';
import { removeUnnamed, sweepShared } from './shared-objects.ts';

/**
 * Remove the object `name` and everything below it. Indexes are removed first, so that no folder is visible in part. Only
 * the files that these indexes name are removed, unless other folders share them: what a concurrent writer has uploaded is left to
 * it, or to the sweep.
 */
export async function removeKept(bucket: Bucket, name: string): Promise<void> {
  const names = [name];
  const indexes: string[] = [];
  const shared = new Map<string, string[]>();
  for await (const found of listObjects(bucket, `${name}/`)) {
    if ('deeper' in found) continue;
    const folder = keyOfIndex(bucket, found.name);
    if (folder === undefined) names.push(found.name);
    else {
      const index = await indexOfFolder(bucket, folder);
      const files = Object.values(index?.files ?? {}).map(({ object }) => object);
      if (index?.isShared) shared.set(parentKey(folder), [...(shared.get(parentKey(folder)) ?? []), ...files]);
      else names.push(...files);
      indexes.push(found.name);
    }
  }
  await removeObjects(bucket, indexes);
  await removeObjects(bucket, names);
  for (const [parent, objects] of shared) await removeUnnamed(bucket, parent, [...new Set(objects)]);
}

/**
 * Abort multipart uploads that began more than `olderThanMs` ago, and remove files that no index names once the newest file of the
 * same attempt is as old.
 * @param onUnknown called when the server cannot list or abort uploads, or does not say when they began
 * @returns the number of uploads aborted plus the number of attempts whose files were removed
 */
export async function sweepBucket(bucket: Bucket, olderThanMs: number, onUnknown: () => void): Promise<number> {
  const before = Date.now() - olderThanMs;
  const aborted = await abortUploads(bucket, before, onUnknown).catch(error => {
    if (!isNotImplemented(error)) throw error;
    onUnknown();
    return 0;
  });
  return aborted + (await removeContents(bucket, before)) + (await sweepShared(bucket, before));
}

/** Remove files that no index names, of folders that release 0.2.0 and before have kept. @returns the number of attempts */
async function removeContents(bucket: Bucket, before: number): Promise<number> {
  const attempts = new Map<string, { key: string; id: string; newest: number; names: string[] }>();
  for await (const found of listObjects(bucket, contentsRoot(bucket))) {
    const owner = 'deeper' in found ? undefined : ownerOfContent(bucket, found.name);
    if ('deeper' in found || !owner) continue;
    const attempt = attempts.get(owner.id) ?? { ...owner, newest: 0, names: [] };
    attempt.newest = Math.max(attempt.newest, found.modified.getTime());
    attempt.names.push(found.name);
    attempts.set(owner.id, attempt);
  }
  let removed = 0;
  for (const { key, id, newest, names } of attempts.values()) {
    // Read the index after listing the contents, so that an index written meanwhile is seen.
    if (newest >= before || (await namesContents(bucket, key, id))) continue;
    await removeObjects(bucket, names);
    removed += 1;
  }
  return removed;
}

/** Whether the folder's index names these contents. True when the index cannot be read, because it might. */
async function namesContents(bucket: Bucket, key: string, id: string): Promise<boolean> {
  try {
    return (await readIndex(bucket, key)).id === id;
  } catch (error) {
    if (error instanceof StorageMissing) return false;
    if (error instanceof StorageCorrupt) return true;
    throw error;
  }
}

async function indexOfFolder(bucket: Bucket, key: string): Promise<FolderIndex | undefined> {
  try {
    return await readIndex(bucket, key);
  } catch (error) {
    if (error instanceof StorageMissing || error instanceof StorageCorrupt) return undefined;
    throw error;
  }
}

async function abortUploads(bucket: Bucket, before: number, onUnknown: () => void): Promise<number> {
  let aborted = 0;
  let markers: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (markers) {
    const input: ConstructorParameters<typeof ListMultipartUploadsCommand>[0] = {
      Bucket: bucket.name,
      ...(bucket.prefix && { Prefix: bucket.prefix }),
      ...markers,
    };
    const page: ListMultipartUploadsCommandOutput = await bucket.ask((client, options) =>
      client.send(new ListMultipartUploadsCommand(input), options),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      // SeaweedFS from before September 2026 omits the time: https://github.com/seaweedfs/seaweedfs/issues/11301
      if (!Initiated) onUnknown();
      if (!Key || !UploadId || !Initiated || Initiated.getTime() >= before) continue;
      const upload = { Bucket: bucket.name, Key, UploadId };
      await bucket
        .ask((client, options) => client.send(new AbortMultipartUploadCommand(upload), options))
        .catch(error => {
          if (!isNoUpload(error)) throw error;
        });
      aborted += 1;
    }
    const { NextKeyMarker, NextUploadIdMarker } = page;
    markers =
      page.IsTruncated && NextKeyMarker
        ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
        : undefined;
  }
  return aborted;
}
