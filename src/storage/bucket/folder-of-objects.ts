// Objects below a prefix, which others wrote, as a local folder: their names at once, and the content of each when it is asked for.
// A content that was fetched stays as long as its object has the same entity tag.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StorageFault } from '../storage.ts';
import { openBucket } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { type Listed, listObjects, openObject } from './objects.ts';

export interface FolderOfObjects {
  readonly folder: string;
  /** @param file relative to the folder; one without an object is left alone @throws StorageFault, StorageMissing, StorageCorrupt */
  fetch(file: string): Promise<void>;
  /** Names of objects that are no path of a file, or lie below a file. */
  readonly ignored: readonly string[];
  close(): void;
}

/** The most objects below the prefix, and bytes of one of them. */
export interface ObjectLimits {
  readonly objects: number;
  readonly bytes: number;
}

const usualLimits: ObjectLimits = { objects: 100_000, bytes: 8 * 1024 ** 3 };

/**
 * @param settings `prefix` ends at a slash
 * @param place a folder of this source alone, which may hold what an earlier call fetched
 * @throws StorageFault
 */
export async function openFolderOfObjects(
  settings: Omit<BucketSettings, 'cacheFolder' | 'cacheBytes'>,
  place: string,
  signal: AbortSignal,
  limits: ObjectLimits = usualLimits,
): Promise<FolderOfObjects> {
  const bucket = openBucket({ ...settings, cacheFolder: place, cacheBytes: 0 });
  const folder = path.join(place, 'names');
  const contents = path.join(place, 'contents');
  try {
    const objects = new Map<string, Listed>();
    const ignored: string[] = [];
    for await (const found of listObjects(bucket, bucket.prefix, { signal })) {
      if ('deeper' in found) continue;
      const file = found.name.slice(bucket.prefix.length);
      // Consoles make an empty object for a folder.
      if (file === '' || file.endsWith('/')) continue;
      if (isFile(file)) objects.set(file, found);
      else ignored.push(file);
      if (objects.size <= limits.objects) continue;
      throw new StorageFault(`the bucket ${bucket.name} has more than ${limits.objects} objects below the prefix`, {
        transient: false,
      });
    }
    ignored.push(...belowFiles(objects));
    await makeNames(folder, objects);
    await removeOthers(contents, new Set([...objects.values()].map(contentName)));
    return {
      folder,
      ignored,
      async fetch(file) {
        const object = objects.get(file);
        if (!object) return;
        if (object.bytes > limits.bytes)
          throw new StorageFault(`${file} has ${object.bytes} bytes, and the limit is ${limits.bytes}`, {
            transient: false,
          });
        const content = path.join(contents, contentName(object));
        if (!(await isThere(content))) await download(bucket, object, content, signal);
        const to = path.join(folder, file);
        await fs.rm(to, { force: true });
        await fs.link(content, to);
      },
      close: () => bucket.close(),
    };
  } catch (error) {
    bucket.close();
    throw error;
  }
}

/** A name that stays below the folder, and that file systems take. */
function isFile(name: string): boolean {
  const parts = name.split('/');
  return (
    !/[\0\\]/.test(name) && parts.every(part => part !== '' && !part.startsWith('.') && Buffer.byteLength(part) <= 255)
  );
}

/** Take out objects that lie below a name that is an object, too. A file system has either. */
function belowFiles(objects: Map<string, Listed>): string[] {
  const below = [...objects.keys()].filter(name => {
    const parts = name.split('/');
    return parts.some((_, index) => index > 0 && objects.has(parts.slice(0, index).join('/')));
  });
  for (const name of below) objects.delete(name);
  return below;
}

async function makeNames(folder: string, objects: ReadonlyMap<string, Listed>): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of objects.keys()) {
    const file = path.join(folder, name);
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await fs.writeFile(file, '', { mode: 0o600 });
  }
}

async function removeOthers(contents: string, needed: ReadonlySet<string>): Promise<void> {
  await fs.mkdir(contents, { recursive: true, mode: 0o700 });
  for (const name of await fs.readdir(contents)) {
    if (!needed.has(name)) await fs.rm(path.join(contents, name), { force: true });
  }
}

const contentName = ({ name, tag, bytes }: Listed) =>
  createHash('sha256')
    .update(JSON.stringify([name, tag, bytes]))
    .digest('hex');

const isThere = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  );

async function download(
  bucket: ReturnType<typeof openBucket>,
  { name, bytes, modified }: Listed,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  const part = `${content}.part`;
  const open = await openObject(bucket, name, { signal });
  try {
    if (open.bytes !== bytes)
      throw new StorageFault(`${name} has changed since the bucket was listed`, { transient: true });
    await fs.writeFile(part, open.chunks, { mode: 0o600 });
  } finally {
    open.close();
  }
  // A read that goes on in another process compares the time.
  await fs.utimes(part, modified, modified);
  await fs.rename(part, content);
}
