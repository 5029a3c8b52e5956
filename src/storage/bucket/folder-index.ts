// A kept folder in a bucket: an index object that lists its files, and one object per file.
//
//   <key>/.index.json                      the index; it is written last, and a folder without it does not exist
//   .contents/<key>/.<id>/<path>           the files; each attempt to keep a folder has its own id, so that the files of
//                                          two writers of one key never mix
import { z } from 'zod';
import { type FileFacts, StorageCorrupt } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { getBytes } from './objects.ts';

const relativePath = z.string().refine(path => path.split('/').every(part => !['', '.', '..'].includes(part)));

const shape = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** Path → the expected size and hash of the file. */
  files: z.record(relativePath, z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  folders: z.array(relativePath),
});

export type FolderIndex = z.infer<typeof shape>;

const indexName = '.index.json';
const contentsFolder = '.contents';

export const indexOf = (bucket: Bucket, key: string) => `${bucket.prefix}${key}/${indexName}`;
export const contentsOf = (bucket: Bucket, key: string, id: string) => `${contentsRoot(bucket)}${key}/.${id}/`;
export const contentsRoot = (bucket: Bucket) => `${bucket.prefix}${contentsFolder}/`;

/** The key of the folder that the index object `name` belongs to; undefined for any other object. */
export function keyOfIndex(bucket: Bucket, name: string): string | undefined {
  const end = `/${indexName}`;
  return name.endsWith(end) ? name.slice(bucket.prefix.length, -end.length) : undefined;
}

/** The folder and the attempt that an object below contentsRoot() belongs to. Works because no part of a key begins with a dot. */
export function ownerOfContent(bucket: Bucket, name: string): { key: string; id: string } | undefined {
  const found = /^(.+?)\/\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/./.exec(
    name.slice(contentsRoot(bucket).length),
  );
  return found ? { key: found[1]!, id: found[2]! } : undefined;
}

/** @throws StorageMissing, StorageCorrupt */
export async function readIndex(bucket: Bucket, key: string, signal?: AbortSignal): Promise<FolderIndex> {
  const text = await getBytes(bucket, indexOf(bucket, key), signal);
  try {
    return shape.parse(JSON.parse(text.toString()));
  } catch (cause) {
    throw new StorageCorrupt(key, 'its index cannot be read', { cause });
  }
}

export function writeIndex(index: FolderIndex): Buffer {
  return Buffer.from(JSON.stringify(index));
}

export const bytesOf = (files: Readonly<Record<string, FileFacts>>): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
