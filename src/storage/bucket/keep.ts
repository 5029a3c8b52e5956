// Uploads local files and folders to a bucket, each as a whole or not at all.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileFacts, listTree } from '../local-files.ts';
import { checkKey, type FileFacts, type Sharing, StorageConflict, StorageCorrupt, StorageMissing } from '../storage.ts';
import { someAtOnce } from './at-once.ts';
import { isConditionFailed, isNotImplemented } from './bucket-faults.ts';
import { type BucketParts, filesAtOnce, objectOf } from './bucket-parts.ts';
import {
  bytesOf,
  type FolderIndex,
  indexOf,
  parentKey,
  readIndex,
  type StoredFile,
  sharedObject,
  writeIndex,
} from './folder-index.ts';
import { lookAt, putBytes, removeObjects } from './objects.ts';
import { sharedSizes } from './shared-objects.ts';
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

export async function keepContents(
  { bucket }: BucketParts,
  contents: ReadonlyMap<string, Buffer | string>,
): Promise<void> {
  await someAtOnce([...contents], filesAtOnce, undefined, ([key, content], signal) =>
    putBytes(bucket, objectOf(bucket, key), Buffer.from(content), { signal }),
  );
}

export async function keepFolder(
  parts: BucketParts,
  key: string,
  folder: string,
  signal?: AbortSignal,
  sharing?: Sharing,
): Promise<void> {
  checkKey(key);
  if (await isFolderThere(parts, key, signal)) throw new StorageConflict(key);
  const attempt = randomUUID();
  const { folders } = await listTree(folder);
  const uploaded: string[] = [];
  let files: FolderIndex['files'];
  try {
    files = await uploadFiles(parts, { key, folder, attempt, uploaded }, signal, sharing);
  } catch (error) {
    await removeUploaded(parts, uploaded);
    throw error;
  }
  // If this fails, only the response may be lost and the index may exist. So the files stay; the sweep removes them when no
  // index names them.
  await putIndex(parts, key, { id: attempt, files, folders }, signal).catch(async error => {
    if (error instanceof StorageConflict) await removeUploaded(parts, uploaded);
    throw error;
  });
  await parts.cache.adopt({ key, contentId: attempt, bytes: bytesOf(files), files }, '', folder);
}

interface Attempt {
  readonly key: string;
  readonly folder: string;
  readonly attempt: string;
  /** Gets the name of every object before it is uploaded. */
  readonly uploaded: string[];
}

/** Upload the files whose content the previous folder does not have. Files with the same content are uploaded once. */
async function uploadFiles(
  parts: BucketParts,
  { key, folder, attempt, uploaded }: Attempt,
  signal?: AbortSignal,
  sharing?: Sharing,
): Promise<FolderIndex['files']> {
  const { bucket } = parts;
  const { files } = await listTree(folder);
  const there = await objectsOfFormer(parts, key, signal, sharing);
  const stored: Record<string, StoredFile> = {};
  const uploads = new Map<string, Promise<void>>();
  await someAtOnce(files, filesAtOnce, signal, async (file, stop) => {
    const from = path.join(folder, file);
    const facts = sharing?.files[file] ?? (await fileFacts(from, stop));
    const { bytes, sha256 } = facts;
    const object = there.get(sha256) ?? sharedObject(bucket, parentKey(key), sha256, attempt);
    stored[file] = { bytes, sha256, object };
    if (there.has(sha256)) return;
    let upload = uploads.get(sha256);
    if (!upload) {
      uploaded.push(object);
      upload = uploadFile(bucket, object, from, stop, facts).then(() => {});
      uploads.set(sha256, upload);
    }
    await upload;
  });
  return stored;
}

/** The hash of each file that the previous folder has → the object that holds it. Lost and truncated objects are left out. */
async function objectsOfFormer(
  { bucket }: BucketParts,
  key: string,
  signal?: AbortSignal,
  sharing?: Sharing,
): Promise<Map<string, string>> {
  if (!sharing?.previous) return new Map();
  const previous = sharing.previous.key;
  if (parentKey(previous) !== parentKey(key)) throw new Error(`${key} cannot share files with ${previous}`);
  const index = await readIndex(bucket, previous, signal).catch(error => {
    if (error instanceof StorageMissing || error instanceof StorageCorrupt) return undefined;
    throw error;
  });
  if (!index?.isShared) return new Map();
  const sizes = await sharedSizes(bucket, parentKey(key), signal);
  const usable = Object.values(index.files).filter(({ object, bytes }) => sizes.get(object) === bytes);
  return new Map(usable.map(({ sha256, object }) => [sha256, object]));
}

/** Write the index unless there is one. @throws StorageConflict */
async function putIndex(
  parts: BucketParts,
  key: string,
  index: Omit<FolderIndex, 'isShared'>,
  signal?: AbortSignal,
): Promise<void> {
  const { bucket } = parts;
  const name = indexOf(bucket, key);
  const written = writeIndex(bucket, index);
  try {
    await putBytes(bucket, name, written, { condition: 'new', signal });
  } catch (error) {
    if (isConditionFailed(error)) {
      // The index may come from an earlier attempt of this writer whose response was lost.
      if ((await readIndex(bucket, key, signal)).id !== index.id) throw new StorageConflict(key, { cause: error });
    } else if (isNotImplemented(error)) {
      // The server does not support conditions. If two writers get here at the same moment, the last one wins, as a whole.
      if (await isFolderThere(parts, key, signal)) throw new StorageConflict(key, { cause: error });
      await putBytes(bucket, name, written, { signal });
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

/** Remove the files of a failed attempt, which nobody else uses. Failures are ignored, because the sweep removes the files later. */
async function removeUploaded({ bucket }: BucketParts, names: readonly string[]): Promise<void> {
  await removeObjects(bucket, names, AbortSignal.timeout(tidyingMs)).catch(() => {});
}
