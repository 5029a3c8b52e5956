// A kept folder in a bucket: an index object that lists its files, and one object for each different content.
//
//   <key>/.index.json                             the index; it is written last, and a folder without it does not exist
//   .files/<parent of the key>/<sha256>.<id>      the files, shared by folders with the same parent (shared-objects.ts); the id is
//                                                 that of the attempt to keep a folder that uploaded the file
//   .contents/<key>/.<id>/<path>                  files of folders that release 0.2.0 and before have kept; not shared
import { z } from 'zod';
import { type FileFacts, StorageCorrupt } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { getBytes } from './objects.ts';

const relativePath = z.string().refine(path => path.split('/').every(part => !['', '.', '..'].includes(part)));
const facts = { bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

const shape = z.discriminatedUnion('format', [
  z.object({
    format: z.literal(1),
    id: z.uuid(),
    files: z.record(relativePath, z.object(facts)),
    folders: z.array(relativePath),
  }),
  z.object({
    format: z.literal(2),
    id: z.uuid(),
    /** Path → the expected size and hash of the file, and the attempt that uploaded it. */
    files: z.record(relativePath, z.object({ ...facts, attempt: z.uuid() })),
    folders: z.array(relativePath),
  }),
]);

/** Size and hash of a file, and the name of the object that holds it. */
export interface StoredFile extends FileFacts {
  readonly object: string;
}

export interface FolderIndex {
  readonly id: string;
  readonly isShared: boolean;
  readonly files: Readonly<Record<string, StoredFile>>;
  readonly folders: readonly string[];
}

const indexName = '.index.json';
const contentsFolder = '.contents';
const filesFolder = '.files';

export const indexOf = (bucket: Bucket, key: string) => `${bucket.prefix}${key}/${indexName}`;
export const contentsOf = (bucket: Bucket, key: string, id: string) => `${contentsRoot(bucket)}${key}/.${id}/`;
export const contentsRoot = (bucket: Bucket) => `${bucket.prefix}${contentsFolder}/`;
export const filesRoot = (bucket: Bucket) => `${bucket.prefix}${filesFolder}/`;

/** The key without its last part; '' when it has only one. */
export const parentKey = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('/')));

/** The prefix of the names of all files that folders below `parent` may share. */
export const sharedPrefix = (bucket: Bucket, parent: string) =>
  `${filesRoot(bucket)}${parent === '' ? '' : `${parent}/`}`;

export function sharedObject(bucket: Bucket, parent: string, sha256: string, attempt: string): string {
  return `${sharedPrefix(bucket, parent)}${sha256}.${attempt}`;
}

/** What the name of an object below filesRoot() says; undefined when Rolecall did not write it. */
export function readSharedName(
  bucket: Bucket,
  name: string,
): { parent: string; sha256: string; attempt: string } | undefined {
  const found = /^(?:(.+)\/)?([0-9a-f]{64})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    name.slice(filesRoot(bucket).length),
  );
  return found ? { parent: found[1] ?? '', sha256: found[2]!, attempt: found[3]! } : undefined;
}

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
    const index = shape.parse(JSON.parse(text.toString()));
    const { id, folders } = index;
    const isShared = index.format === 2;
    const objects = isShared
      ? Object.entries(index.files).map(([file, { bytes, sha256, attempt }]) => {
          return [file, { bytes, sha256, object: sharedObject(bucket, parentKey(key), sha256, attempt) }] as const;
        })
      : Object.entries(index.files).map(([file, { bytes, sha256 }]) => {
          return [file, { bytes, sha256, object: contentsOf(bucket, key, id) + file }] as const;
        });
    return { id, isShared, folders, files: Object.fromEntries(objects) };
  } catch (cause) {
    throw new StorageCorrupt(key, 'its index cannot be read', { cause });
  }
}

/** @param files as sharedObject() names them */
export function writeIndex(bucket: Bucket, { id, files, folders }: Omit<FolderIndex, 'isShared'>): Buffer {
  const written = Object.entries(files).map(([file, { bytes, sha256, object }]) => {
    return [file, { bytes, sha256, attempt: readSharedName(bucket, object)!.attempt }];
  });
  return Buffer.from(JSON.stringify({ format: 2, id, files: Object.fromEntries(written), folders }));
}

export const bytesOf = (files: Readonly<Record<string, FileFacts>>): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
