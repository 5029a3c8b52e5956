// Hard links between folders that hold the same files. Nobody writes into such files: they would change in every folder.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { unfinishedPrefix } from './durable.ts';
import { codeOf, fileFacts } from './local-files.ts';
import type { FileFacts, FolderFacts } from './storage.ts';

/** Finds a file that is recorded with this content. */
export type FindContent = (facts: FileFacts) => string | undefined;

/** A local folder, and the recorded size and hash of its files. */
export interface KnownFolder {
  readonly folder: string;
  readonly files: FolderFacts;
}

export function filesByContent(known: readonly KnownFolder[]): FindContent {
  const found = new Map<string, string>();
  for (const { folder, files } of known)
    for (const [file, { sha256 }] of Object.entries(files)) found.set(sha256, path.join(folder, file));
  return ({ sha256 }) => found.get(sha256);
}

/**
 * Replace files of `folder` by hard links to files with the same content.
 * @param files the facts of the folder's files
 * @returns the files that are links now, or were before
 */
export async function linkEqualFiles(folder: string, files: FolderFacts, find: FindContent): Promise<Set<string>> {
  const linked = new Set<string>();
  for (const [file, facts] of Object.entries(files)) {
    const own = path.join(folder, file);
    const other = find(facts);
    if (await isSameFile(own, other)) linked.add(file);
    else {
      const link = path.join(path.dirname(own), `${unfinishedPrefix}${randomUUID()}`);
      if (!(await linkContent(other, link, facts))) continue;
      await fs.rename(link, own);
      linked.add(file);
    }
  }
  return linked;
}

/**
 * Make `to` a hard link to `file`, if that has the expected content: a damaged file is never shared with another folder. An
 * empty file is not linked, because a file may have only some tens of thousands of links.
 * @returns false when the caller has to make the file in another way
 */
export async function linkContent(file: string | undefined, to: string, expected: FileFacts): Promise<boolean> {
  if (file === undefined || expected.bytes === 0) return false;
  const found = await readableFacts(file, expected.bytes);
  return found?.sha256 === expected.sha256 && (await link(file, to));
}

/** Make `to` a hard link to a file whose content was verified when it was written. Only its size is compared. */
export async function linkVerified(
  file: string | undefined,
  to: string,
  expected: Pick<FileFacts, 'bytes'>,
): Promise<boolean> {
  if (file === undefined || expected.bytes === 0) return false;
  const stats = await fs.stat(file).catch(() => undefined);
  return stats?.size === expected.bytes && (await link(file, to));
}

/** Whether the file system of this folder has hard links. */
export async function canLink(folder: string): Promise<boolean> {
  const [one, two] = [0, 1].map(() => path.join(folder, `${unfinishedPrefix}${randomUUID()}`)) as [string, string];
  try {
    await fs.writeFile(one, '');
    return await link(one, two);
  } finally {
    for (const file of [one, two]) await fs.rm(file, { force: true });
  }
}

/**
 * Error codes for a link that cannot be made: the file system has no hard links, or none between these folders, or allows no further
 * link to this file; or the file was removed meanwhile.
 */
const refusals = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'ENOENT'];

async function link(file: string, to: string): Promise<boolean> {
  try {
    await fs.link(file, to);
    return true;
  } catch (error) {
    if (refusals.includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

async function isSameFile(one: string, other: string | undefined): Promise<boolean> {
  if (other === undefined) return false;
  const [a, b] = await Promise.all([one, other].map(file => fs.stat(file).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** The facts of a file of this size; undefined when it has another size, or cannot be read. */
async function readableFacts(file: string, bytes: number): Promise<FileFacts | undefined> {
  try {
    return (await fs.stat(file)).size === bytes ? await fileFacts(file) : undefined;
  } catch {
    return undefined;
  }
}
