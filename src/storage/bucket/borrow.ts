// Local copies of a bucket's files and folders. A copy is verified before its path is returned.
import fs from 'node:fs/promises';
import path from 'node:path';
import { type FindContent, linkVerified } from '../shared-files.ts';
import { type Borrowed, checkKey, type FileFacts, StorageCorrupt, StorageFault, StorageMissing } from '../storage.ts';
import { someAtOnce } from './at-once.ts';
import { type BucketParts, downloadsAtOnce, named, objectOf } from './bucket-parts.ts';
import { bytesOf, type FolderIndex, readIndex } from './folder-index.ts';
import { isFolderThere } from './keep.ts';
import { lookAt } from './objects.ts';

export async function borrowFile(parts: BucketParts, key: string, expected?: FileFacts): Promise<Borrowed> {
  const { bucket, cache, downloader } = parts;
  const object = objectOf(bucket, key);
  const name = path.basename(key);
  const fill = (facts: FileFacts) => (folder: string) => downloader.download(object, path.join(folder, name), facts);
  let facts = expected;
  try {
    facts ??= await factsOf(parts, key);
  } catch (error) {
    return await borrowWhatIsHere(parts, key, name, error);
  }
  return await cache.borrow({ key, contentId: facts.sha256, bytes: facts.bytes }, name, fill(facts));
}

export async function borrowFolder(parts: BucketParts, key: string, only?: readonly string[]): Promise<Borrowed> {
  const { bucket, cache } = parts;
  checkKey(key);
  let index: FolderIndex;
  try {
    index = await readIndex(bucket, key).catch(named(key));
  } catch (error) {
    return await borrowWhatIsHere(parts, key, '', error);
  }
  const files = only ? selected(index.files, only) : index.files;
  // A copy of some files has another key, so that it is never lent as the whole folder while the bucket does not answer.
  const copied = only ? `${key}/.some ${only.toSorted().join(' ')}` : key;
  const of = { key: copied, contentId: index.id, bytes: bytesOf(files), files };
  return await cache.borrow(of, '', (folder, find) => fillFolder(parts, key, { ...index, files }, folder, find));
}

function selected(files: FolderIndex['files'], names: readonly string[]): FolderIndex['files'] {
  return Object.fromEntries(Object.entries(files).filter(([file]) => names.includes(file)));
}

/** Link the files that other copies have, and download the rest. */
async function fillFolder(
  parts: BucketParts,
  key: string,
  index: FolderIndex,
  folder: string,
  find: FindContent,
): Promise<void> {
  const { downloader } = parts;
  for (const inner of index.folders) await fs.mkdir(path.join(folder, inner), { recursive: true, mode: 0o700 });
  try {
    await someAtOnce(Object.entries(index.files), downloadsAtOnce, undefined, async ([file, stored], stop) => {
      const to = path.join(folder, file);
      if (stored.bytes === 0) return await fs.writeFile(to, '', { flag: 'wx', mode: 0o600 });
      if (await linkVerified(find(stored), to, stored)) return;
      await downloader.download(stored.object, to, stored, stop).catch((cause: Error) => {
        throw cause instanceof StorageCorrupt ? new StorageCorrupt(`${key}/${file}`, cause.what, { cause }) : cause;
      });
    });
  } catch (cause) {
    if (!(cause instanceof StorageMissing)) throw cause;
    // Find out whether the whole folder was removed meanwhile, or only this file is lost.
    if (!(await isFolderThere(parts, key))) throw new StorageMissing(key, { cause });
    throw new StorageCorrupt(key, `${cause.key} is not there`, { cause });
  }
}

async function factsOf({ bucket }: BucketParts, key: string): Promise<FileFacts> {
  const { bytes, sha256 } = await lookAt(bucket, objectOf(bucket, key));
  if (sha256 === undefined) throw new StorageCorrupt(key, 'it has no sha256, so Rolecall did not write it');
  return { bytes, sha256 };
}

/** Borrow the local copy of `key` while the bucket does not answer; it may be outdated. Throws `fault` when there is no copy. */
async function borrowWhatIsHere(
  { cache, onWarning }: BucketParts,
  key: string,
  name: string,
  fault: unknown,
): Promise<Borrowed> {
  if (fault instanceof StorageMissing) cache.forget(key);
  const contentId = fault instanceof StorageFault && fault.transient ? cache.contentIdOf(key) : undefined;
  if (contentId === undefined) throw fault;
  onWarning(`the local copy of ${key} is used: ${(fault as Error).message}`);
  return await cache.borrow({ key, contentId, bytes: 0 }, name, async () => {
    throw fault;
  });
}
