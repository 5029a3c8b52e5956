// The files of a version: their size and hash, which the manifest lists, and whether they are still as listed.
import fs from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { fileFacts, listTree } from '../../storage/local-files.ts';
import { type FileFacts, type FolderFacts, StorageCorrupt } from '../../storage/storage.ts';

/** Files that are read at once: each keeps one thread of Node's pool busy, while this thread computes the hash of another. */
const readsAtOnce = 3;

/** A version whose files another version may share. */
export interface SharedVersion {
  readonly folder: string;
  /** From its manifest; undefined for a version of release 0.2.0 or before. */
  readonly files: FolderFacts | undefined;
}

/**
 * Size and hash of every file below a folder of a version. A file that is a link to a file of the former version is not read.
 * @param below path of the folder in the version; '' for all of the version
 * @param done files whose facts are known
 * @throws Error when a linked file does not have its recorded size
 */
export async function factsOfFiles(
  version: string,
  below: string,
  former: SharedVersion | undefined,
  done: FolderFacts = {},
): Promise<FolderFacts> {
  const known = former?.files ? factsByInode(former.folder, former.files) : new Map<string, FileFacts>();
  const { files } = await listTree(path.join(version, below));
  const limit = pLimit(readsAtOnce);
  const found = await Promise.all(
    files.map(inner =>
      limit(async () => {
        const name = path.posix.join(below, inner);
        if (done[name]) return [name, done[name]] as const;
        const file = path.join(version, name);
        const stats = fs.statSync(file);
        // A file with a single link is not shared.
        const recorded = stats.nlink > 1 ? known.get(inodeOf(stats)) : undefined;
        if (recorded && recorded.bytes !== stats.size) throw new Error(wrongSize(file, stats.size, recorded));
        return [name, recorded ?? (await fileFacts(file))] as const;
      }),
    ),
  );
  return Object.fromEntries(found);
}

function factsByInode(folder: string, files: FolderFacts): Map<string, FileFacts> {
  const found = new Map<string, FileFacts>();
  for (const [file, facts] of Object.entries(files)) {
    const stats = fs.statSync(path.join(folder, file), { throwIfNoEntry: false });
    if (stats) found.set(inodeOf(stats), facts);
  }
  return found;
}

const inodeOf = ({ dev, ino }: fs.Stats) => `${dev}:${ino}`;

const wrongSize = (file: string, bytes: number, recorded: FileFacts) =>
  `${file} has ${bytes} bytes instead of ${recorded.bytes}`;

/**
 * Compare the sizes of all files with the manifest. Their content is verified only by {@link damagedFiles}, because that reads it.
 * @throws StorageCorrupt
 */
export function checkSizes(folder: string, files: FolderFacts): void {
  for (const [file, { bytes }] of Object.entries(files)) {
    const place = path.join(folder, file);
    const stats = fs.statSync(place, { throwIfNoEntry: false });
    if (stats?.size === bytes) continue;
    throw new StorageCorrupt(place, stats ? `it has ${stats.size} bytes instead of ${bytes}` : 'it is not there');
  }
}

/** A sentence about each file that differs from the manifest. Reads all of them. */
export async function damagedFiles(folder: string, files: FolderFacts): Promise<string[]> {
  const limit = pLimit(readsAtOnce);
  const found = await Promise.all(
    Object.entries(files).map(([file, { bytes, sha256 }]) =>
      limit(async () => {
        const facts = await fileFacts(path.join(folder, file)).catch((error: Error) => error.message);
        if (typeof facts === 'string') return `${file} cannot be read: ${facts}`;
        if (facts.bytes !== bytes) return `${file} has ${facts.bytes} bytes instead of ${bytes}`;
        return facts.sha256 === sha256 ? undefined : `${file} has another content than the build wrote`;
      }),
    ),
  );
  return found.filter(sentence => sentence !== undefined);
}
