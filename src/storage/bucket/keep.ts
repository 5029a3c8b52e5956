// Uploads local files and folders to a bucket, each as a whole or not at all.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { listTree } from '../local-files.ts';
import { checkKey, type FileFacts, StorageConflict, StorageMissing } from '../storage.ts';
import { someAtOnce } from './at-once.ts';
import { isConditionFailed, isNotImplemented } from './bucket-faults.ts';
import { type BucketParts, filesAtOnce, objectOf } from './bucket-parts.ts';
import { bytesOf, contentsOf, type FolderIndex, indexOf, readIndex, writeIndex } from './folder-index.ts';
import { lookAt, putBytes, removeObjects } from './objects.ts';
import { uploadFile } from './upload.ts';

/** Time limit for removing the objects of a failed upload. */
const tidyingMs = 10_000;

export async function keepFile(
  parts: BucketParts,
  key: string,
  file: string,
  signal?: AbortSignal,
): Promise<FileFacts> {
  const { bucket, cache } = parts;
  const facts = await uploadFile(bucket, objectOf(bucket, key), file, signal);
  await cache.adopt({ key, contentId: facts.sha256, bytes: facts.bytes }, path.basename(key), file);
  return facts;
}

export async function keepFolder(parts: BucketParts, key: string, folder: string, signal?: AbortSignal): Promise<void> {
  const { bucket, cache } = parts;
  checkKey(key);
  if (await isFolderThere(parts, key, signal)) throw new StorageConflict(key);
  const id = randomUUID();
  const { files, folders } = await listTree(folder);
  const facts: Record<string, FileFacts> = {};
  try {
    await someAtOnce(files, filesAtOnce, signal, async (file, stop) => {
      facts[file] = await uploadFile(bucket, contentsOf(bucket, key, id) + file, path.join(folder, file), stop);
    });
  } catch (error) {
    await removeContents(parts, key, id, files);
    throw error;
  }
  // If this fails, only the response may be lost and the index may exist. So the files stay; the sweep removes them when no
  // index names them.
  await putIndex(parts, key, { format: 1, id, files: facts, folders }, signal).catch(async error => {
    if (error instanceof StorageConflict) await removeContents(parts, key, id, files);
    throw error;
  });
  await cache.adopt({ key, contentId: id, bytes: bytesOf(facts) }, '', folder);
}

/** Write the index unless there is one. @throws StorageConflict */
async function putIndex(parts: BucketParts, key: string, index: FolderIndex, signal?: AbortSignal): Promise<void> {
  const { bucket } = parts;
  const name = indexOf(bucket, key);
  try {
    await putBytes(bucket, name, writeIndex(index), { condition: 'new', signal });
  } catch (error) {
    if (isConditionFailed(error)) {
      // The index may come from an earlier attempt of this writer whose response was lost.
      if ((await readIndex(bucket, key, signal)).id !== index.id) throw new StorageConflict(key, { cause: error });
    } else if (isNotImplemented(error)) {
      // The server does not support conditions. If two writers get here at the same moment, the last one wins, as a whole.
      if (await isFolderThere(parts, key, signal)) throw new StorageConflict(key, { cause: error });
      await putBytes(bucket, name, writeIndex(index), { signal });
    } else throw error;
  }
}

export async function isFolderThere({ bucket }: BucketParts, key: string, signal?: AbortSignal): Promise<boolean> {
  return await lookAt(bucket, indexOf(bucket, key), signal).then(
    () => true,
    error => {
      if (error instanceof StorageMissing) return false;
      throw error;
    },
  );
}

/** Remove the files of a failed attempt. Failures are ignored, because the sweep removes the files later. */
async function removeContents(
  { bucket }: BucketParts,
  key: string,
  id: string,
  files: readonly string[],
): Promise<void> {
  const names = files.map(file => contentsOf(bucket, key, id) + file);
  await removeObjects(bucket, names, AbortSignal.timeout(tidyingMs)).catch(() => {});
}
