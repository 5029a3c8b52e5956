// Local files and folders: list them, hash them, sync them to disk, copy them.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncAllToDisk } from './durable.ts';
import type { FileFacts } from './storage.ts';

/** With reads of 64 KiB, the calls cost more than the hash. */
export const readBytes = 1024 * 1024;

/** A stream allocates this much memory for each read. Small files get less: garbage collection would cost more than the hash. */
const bytesPerRead = async (file: string) => Math.min(readBytes, (await fs.stat(file)).size + 1);
const syncsAtOnce = 16;

/**
 * The files and folders below `folder`, as relative paths with forward slashes. A folder comes before its content.
 * @throws Error for anything else (a link would point elsewhere on another machine)
 */
export async function listTree(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await fs.readdir(path.join(folder, below), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) files.push(name);
      else if (entry.isDirectory()) {
        folders.push(name);
        await visit(name);
      } else throw new Error(`${path.join(folder, name)} is neither a file nor a folder`);
    }
  };
  await visit('');
  return { files, folders };
}

/** Read a file once and return its size and hash. */
export async function fileFacts(file: string, signal?: AbortSignal): Promise<FileFacts> {
  const { size } = await fs.stat(file);
  const options = signal && { signal };
  // A stream costs more than the hash of few bytes.
  if (size <= readBytes) return contentFacts(await fs.readFile(file, options));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: readBytes, ...options })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function contentFacts(content: Buffer): FileFacts {
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Sync a folder with everything below it to disk, the content before the folder. @param durable files that are on disk already */
export async function syncTree(folder: string, durable?: ReadonlySet<string>): Promise<void> {
  const { files, folders } = await listTree(folder);
  const fresh = files.filter(file => !durable?.has(file));
  await inTurns(fresh, files => syncAllToDisk(files.map(file => path.join(folder, file))));
  for (const inner of folders.toReversed()) await syncAllToDisk([path.join(folder, inner)]);
  await syncAllToDisk([folder]);
}

/** Work on {@link syncsAtOnce} items at a time. */
async function inTurns<Item>(items: readonly Item[], work: (some: readonly Item[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < items.length; first += syncsAtOnce) await work(items.slice(first, first + syncsAtOnce));
}

/** Write new files and sync them to disk. Their folders are there, and are not synced. @param contents path → content */
export async function writeSynced(contents: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  const options = { flag: 'wx', mode: 0o600, flush: true };
  await inTurns([...contents], some =>
    Promise.all(some.map(([file, content]) => fs.writeFile(file, content, options))),
  );
}

/** Make a folder and its missing parents, durably. Each new folder is an entry in its parent, so the parents are synced. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await fs.mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await syncAllToDisk([path.dirname(made)]);
}

/** Copy a file to a new file and sync it to disk. @returns its size and hash */
export async function copyFile(from: string, to: string, signal?: AbortSignal): Promise<FileFacts> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(from, { highWaterMark: await bytesPerRead(from) }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { flags: 'wx', flush: true, mode: 0o600 }),
    signal ? { signal } : {},
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Copy a folder and sync it to disk. @param link makes a file of the copy by a hard link; false when it has to be copied */
export async function copyFolder(
  from: string,
  to: string,
  link: (file: string, to: string) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  const { files, folders } = await listTree(from);
  await fs.mkdir(to, { mode: 0o700 });
  for (const folder of folders) await fs.mkdir(path.join(to, folder), { mode: 0o700 });
  for (const file of files) {
    const target = path.join(to, file);
    if (!(await link(file, target))) await copyFile(path.join(from, file), target, signal);
  }
  // Copies and links are on disk; their names are not.
  await syncTree(to, new Set(files));
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** Whether the file system refused a write because the disk or the quota is full. */
export function hasNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
}
