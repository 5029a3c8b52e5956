// One copy in the cache: its form on disk.

import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isUuid } from '../../uuid.ts';
import { unfinishedPrefix, writeDurably } from '../durable.ts';
import { codeOf, listTree, syncTree } from '../local-files.ts';
import type { FolderFacts } from '../storage.ts';

/** Identifies the original of a copy: its key, and the content that was kept under it. */
export interface CopyOf {
  readonly key: string;
  /** Identifies the content: a file's sha256, or the id in a folder's index. */
  readonly contentId: string;
  readonly bytes: number;
  /** The files of a folder, which other copies may share. Without them, nothing is shared. */
  readonly files?: FolderFacts;
}

export interface CacheEntry extends CopyOf {
  /** The borrowed path, relative to the folder `content`; '' for that folder itself. */
  readonly name: string;
  readonly folder: string;
  borrowers: number;
  /** Removed from the storage while borrowed. */
  forgotten: boolean;
}

const entryFile = 'entry.json';

/** The file calls the id of the content `mark`, as the copies of former releases do. */
const shape = z.object({
  key: z.string(),
  mark: z.string(),
  bytes: z.int(),
  name: z.string(),
  /** Missing in the copies of former releases. */
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })).optional(),
});

/** Rename a filled folder, whose files are on disk, to its final name. */
export async function writeEntry(folder: string, unfinished: string, of: CopyOf, name: string): Promise<CacheEntry> {
  const { key, contentId, bytes, files } = of;
  const shared = files && { files: factsOf(files) };
  writeDurably(path.join(unfinished, entryFile), JSON.stringify({ key, mark: contentId, bytes, name, ...shared }));
  await syncTree(unfinished, new Set((await listTree(unfinished)).files));
  const named = path.join(folder, randomUUID());
  await fs.rename(unfinished, named);
  return { key, contentId, bytes, ...shared, name, folder: named, borrowers: 0, forgotten: false };
}

/** Only size and hash of each file. */
function factsOf(files: FolderFacts): FolderFacts {
  return Object.fromEntries(Object.entries(files).map(([file, { bytes, sha256 }]) => [file, { bytes, sha256 }]));
}

/** Record the time of use on disk, so that the order of use survives a restart. @returns false when the copy is gone */
export function rememberUse(entry: CacheEntry): boolean {
  const now = new Date();
  try {
    utimesSync(path.join(entry.folder, entryFile), now, now);
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
  return true;
}

/** The complete entries of a folder, least recently used first. Incomplete ones are removed; other files are left alone. */
export async function readEntries(folder: string): Promise<CacheEntry[]> {
  const found: { entry: CacheEntry; usedAt: number }[] = [];
  for (const name of await fs.readdir(folder)) {
    if (!name.startsWith(unfinishedPrefix) && !isUuid(name)) continue;
    const there = path.join(folder, name);
    const read = name.startsWith(unfinishedPrefix) ? undefined : await readEntry(there).catch(() => undefined);
    if (read) found.push(read);
    else await fs.rm(there, { recursive: true, force: true });
  }
  return found.toSorted((a, b) => a.usedAt - b.usedAt).map(({ entry }) => entry);
}

/** @returns undefined when the sizes of the files are not the recorded ones */
async function readEntry(folder: string): Promise<{ entry: CacheEntry; usedAt: number } | undefined> {
  const file = path.join(folder, entryFile);
  const { mark: contentId, files: recorded, ...said } = shape.parse(JSON.parse(await fs.readFile(file, 'utf8')));
  const content = path.join(folder, 'content');
  const { files } = await listTree(content);
  let bytes = 0;
  for (const inner of files) {
    const { size } = await fs.stat(path.join(content, inner));
    if (recorded && recorded[inner]?.bytes !== size) return undefined;
    bytes += size;
  }
  if (bytes !== said.bytes) return undefined;
  const { mtimeMs } = await fs.stat(file);
  const of = { ...said, contentId, ...(recorded && { files: recorded }) };
  return { entry: { ...of, folder, borrowers: 0, forgotten: false }, usedAt: mtimeMs };
}
