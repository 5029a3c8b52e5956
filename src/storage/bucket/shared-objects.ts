// Which shared objects of a bucket are needed. An object is needed when the index of a folder names it, or when an upload that is
// still running has written it or will name it.
//
// No lock keeps a removal and an upload apart. These rules do:
//
// - The name of an object holds the attempt that uploaded it, so no object is written twice, and none that lost its last index is
//   used again.
// - An upload uses only objects that the index of its previous folder names (`Sharing.previous`), and nobody removes that folder
//   before the new one is in use or given up. So an object that an upload uses is named by some index at every moment.
// - Objects that no index has named yet belong to an upload that runs or has crashed. They are removed only once the newest object
//   of the attempt has a safe age.
// - Indexes are listed before and after they are read. Only when nothing has come or gone in between is it known what the indexes
//   of one moment name. A folder that comes later names new objects, or objects that were named at that moment.
import { StorageCorrupt, StorageMissing } from '../storage.ts';
import { someAtOnce } from './at-once.ts';
import type { Bucket } from './bucket.ts';
import { filesRoot, keyOfIndex, readIndex, readSharedName, sharedPrefix } from './folder-index.ts';
import { listObjects, removeObjects } from './objects.ts';

const readsAtOnce = 8;
/** Folders that come or go while indexes are read make it necessary to read them again. */
const mostReadings = 5;

/**
 * The shared objects that folders directly below `parent` name, at one moment.
 * @returns undefined when this cannot be known: an index is damaged, or too many folders come and go
 */
async function namedObjects(bucket: Bucket, parent: string): Promise<Set<string> | undefined> {
  let keys = await indexesBelow(bucket, parent);
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const named = new Set<string>();
    try {
      await someAtOnce([...keys.keys()], readsAtOnce, undefined, async (key, stop) => {
        for (const { object } of Object.values((await readIndex(bucket, key, stop)).files)) named.add(object);
      });
    } catch (error) {
      if (error instanceof StorageCorrupt) return undefined;
      if (!(error instanceof StorageMissing)) throw error;
    }
    const now = await indexesBelow(bucket, parent);
    if (now.size === keys.size && [...now].every(([key, modified]) => keys.get(key) === modified)) return named;
    keys = now;
  }
  return undefined;
}

/** Key of each folder directly below `parent` → when its index was written. */
async function indexesBelow(bucket: Bucket, parent: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const start = `${bucket.prefix}${parent === '' ? '' : `${parent}/`}`;
  for await (const object of listObjects(bucket, start)) {
    const key = 'name' in object ? keyOfIndex(bucket, object.name) : undefined;
    if (key !== undefined && 'name' in object) found.set(key, object.modified.getTime());
  }
  return found;
}

/** Remove the objects that no folder below `parent` names; none when this cannot be known. @returns the removed ones */
export async function removeUnnamed(bucket: Bucket, parent: string, objects: readonly string[]): Promise<string[]> {
  if (objects.length === 0) return [];
  const named = await namedObjects(bucket, parent);
  if (!named) return [];
  const unnamed = objects.filter(object => !named.has(object));
  await removeObjects(bucket, unnamed);
  return unnamed;
}

/**
 * Remove shared objects that nothing needs.
 * @param before milliseconds since 1970: attempts that have written since then may be running
 * @returns the number of attempts whose objects were removed
 */
export async function sweepShared(bucket: Bucket, before: number): Promise<number> {
  const attempts = new Map<string, { parent: string; newest: number; objects: string[] }>();
  for await (const found of listObjects(bucket, filesRoot(bucket))) {
    const said = 'name' in found ? readSharedName(bucket, found.name) : undefined;
    if (!said || !('name' in found)) continue;
    const attempt = attempts.get(said.attempt) ?? { parent: said.parent, newest: 0, objects: [] };
    attempt.newest = Math.max(attempt.newest, found.modified.getTime());
    attempt.objects.push(found.name);
    attempts.set(said.attempt, attempt);
  }
  const stale = [...attempts.values()].filter(({ newest }) => newest < before);
  const swept = new Set<string>();
  for (const [parent, of] of Map.groupBy(stale, attempt => attempt.parent)) {
    const objects = of.flatMap(attempt => attempt.objects);
    for (const name of await removeUnnamed(bucket, parent, objects)) swept.add(readSharedName(bucket, name)!.attempt);
  }
  return swept.size;
}

/** The objects that folders below `parent` may share → their size. */
export async function sharedSizes(bucket: Bucket, parent: string, signal?: AbortSignal): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const found of listObjects(bucket, sharedPrefix(bucket, parent), { signal }))
    if ('name' in found) sizes.set(found.name, found.bytes);
  return sizes;
}
