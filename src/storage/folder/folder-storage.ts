// Files kept in a folder, either local or shared by several machines. A key is the path below it.
//
// A file or folder is renamed to its name once it is on disk, so it is visible as a whole or not at all. Files from another
// device are first copied beside their target. A borrowed path is the kept path itself; no copy is made. Folders share equal files
// as hard links (../shared-files.ts), so removing a folder frees what no other folder holds.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { syncAllToDisk, unfinishedPrefix } from '../durable.ts';
import {
  codeOf,
  copyFile,
  copyFolder,
  fileFacts,
  makeFolder,
  readBytes,
  syncTree,
  writeSynced,
} from '../local-files.ts';
import { filesByContent, linkContent, linkEqualFiles, linkVerified } from '../shared-files.ts';
import {
  type Borrowed,
  checkKey,
  dayMs,
  type FileFacts,
  identityFile,
  type Sharing,
  type Storage,
  StorageConflict,
  StorageCorrupt,
  StorageFault,
  StorageMissing,
} from '../storage.ts';
import { explained, ignoreGone, isGone, missing } from './folder-faults.ts';

export function openFolderStorage(folder: string): Storage {
  const root = path.resolve(folder);
  return {
    place: key => placeOf(root, key),
    keepFile: (key, file, signal) => keepFile(root, key, file, signal),
    keepFolder: (key, folder, signal, sharing) => keepFolder(root, key, folder, signal, sharing),
    keepContents: contents => keepContents(root, contents),
    borrowFile: (key, expected) => borrow(root, key, 'file', expected),
    borrowFolder: key => borrow(root, key, 'folder'),
    read: (key, range) => read(root, key, range),
    expose: (key, files) => expose(root, key, files),
    location: `file://${root}`,
    list: prefix => list(root, prefix),
    remove: key => remove(root, key),
    sweepUnfinished: olderThanMs => sweepUnfinished(root, olderThanMs),
    check: () => check(root),
    title: `the folder ${root}`,
    identity: () => readIdentity(root),
    setIdentity: identity => writeIdentity(root, identity),
    close: async () => {},
  };
}

function placeOf(root: string, key: string): string {
  checkKey(key);
  return path.join(root, key);
}

function unfinishedBeside(target: string): string {
  return path.join(path.dirname(target), `${unfinishedPrefix}${randomUUID()}`);
}

async function keepFile(root: string, key: string, file: string, signal?: AbortSignal): Promise<FileFacts> {
  const target = placeOf(root, key);
  return await explained(root, async () => {
    await makeFolder(path.dirname(target));
    const facts = await takeOver(file, target, signal, {
      prepare: async () => {
        const facts = await fileFacts(file, signal);
        await syncAllToDisk([file]);
        return facts;
      },
      copy: unfinished => copyFile(file, unfinished, signal),
    });
    return facts;
  });
}

async function keepFolder(
  root: string,
  key: string,
  folder: string,
  signal?: AbortSignal,
  sharing?: Sharing,
): Promise<void> {
  const find =
    sharing?.previous && filesByContent([{ folder: placeOf(root, sharing.previous.key), ...sharing.previous }]);
  const target = placeOf(root, key);
  await explained(root, async () => {
    if (await isThere(target)) throw new StorageConflict(key);
    await makeFolder(path.dirname(target));
    try {
      await takeOver(folder, target, signal, {
        prepare: async () => {
          await syncTree(folder, find && (await linkEqualFiles(folder, sharing!.files, find)));
        },
        copy: unfinished =>
          copyFolder(
            folder,
            unfinished,
            async (file, to) => {
              const facts = sharing?.files[file];
              return facts !== undefined && find !== undefined && (await linkContent(find(facts), to, facts));
            },
            signal,
          ),
      });
    } catch (cause) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(cause) ?? '')) throw new StorageConflict(key, { cause });
      throw cause;
    }
  });
}

/** Syncs each folder once for all of its files. */
async function keepContents(root: string, contents: ReadonlyMap<string, Buffer | string>): Promise<void> {
  const files = [...contents].map(([key, content]) => {
    const target = placeOf(root, key);
    return { target, content, unfinished: unfinishedBeside(target) };
  });
  const folders = [...new Set(files.map(({ target }) => path.dirname(target)))];
  await explained(root, async () => {
    for (const folder of folders) await makeFolder(folder);
    try {
      await writeSynced(new Map(files.map(({ unfinished, content }) => [unfinished, content])));
      for (const { unfinished, target } of files) await fs.rename(unfinished, target);
      await syncAllToDisk(folders);
    } catch (error) {
      await Promise.all(files.map(({ unfinished }) => fs.rm(unfinished, { force: true })));
      throw error;
    }
  });
}

/** Sync `source` to disk and rename it to `target`. On another device: rename a copy, then remove `source`. */
async function takeOver<Result>(
  source: string,
  target: string,
  signal: AbortSignal | undefined,
  { prepare, copy }: { prepare(): Promise<Result>; copy(unfinished: string): Promise<Result> },
): Promise<Result> {
  if ((await fs.stat(source)).dev === (await fs.stat(path.dirname(target))).dev) {
    const result = await prepare();
    signal?.throwIfAborted();
    try {
      await fs.rename(source, target);
      await syncAllToDisk([path.dirname(target)]);
      return result;
    } catch (error) {
      // A device that is mounted twice has one number, but a rename across the two mounts fails.
      if (codeOf(error) !== 'EXDEV') throw error;
    }
  }
  const unfinished = unfinishedBeside(target);
  try {
    const result = await copy(unfinished);
    signal?.throwIfAborted();
    await fs.rename(unfinished, target);
    await syncAllToDisk([path.dirname(target)]);
    await fs.rm(source, { recursive: true, force: true });
    return result;
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function borrow(root: string, key: string, is: 'file' | 'folder', expected?: FileFacts): Promise<Borrowed> {
  const kept = placeOf(root, key);
  return await explained(root, async () => {
    const stats = await fs.stat(kept).catch(missing(key));
    if (is === 'file' ? !stats.isFile() : !stats.isDirectory()) throw new StorageMissing(key);
    // Only the size is compared. The hash was computed when the file was kept. Hashing it at every use would cost too much.
    if (expected && stats.size !== expected.bytes)
      throw new StorageCorrupt(key, `it has ${stats.size} bytes instead of ${expected.bytes}`);
    const release = () => {};
    return { path: kept, release, [Symbol.dispose]: release };
  });
}

async function read(root: string, key: string, range?: { start: number; end: number }): Promise<Readable> {
  const kept = placeOf(root, key);
  return await explained(root, async () => {
    const handle = await fs.open(kept, 'r').catch(missing(key));
    try {
      if (!(await handle.stat()).isFile()) throw new StorageMissing(key);
      return handle.createReadStream({ highWaterMark: readBytes / 4, ...range });
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

async function expose(root: string, key: string, files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const folder = placeOf(root, key);
  return await explained(root, async () => {
    const exposed = new Map<string, string>();
    for (const [file, linkKey] of files) {
      const link = placeOf(root, linkKey);
      await makeFolder(path.dirname(link));
      const { size } = await fs.stat(path.join(folder, file)).catch(missing(key));
      const isLinked = (await isThere(link)) || (await linkVerified(path.join(folder, file), link, { bytes: size }));
      exposed.set(file, isLinked ? linkKey : `${key}/${file}`);
    }
    return exposed;
  });
}

async function list(root: string, prefix: string): Promise<string[]> {
  const folder = prefix === '' ? root : placeOf(root, prefix);
  return await explained(root, async () => {
    const names = await fs.readdir(folder).catch(error => {
      if (isGone(error)) return [];
      throw error;
    });
    return names.filter(name => !name.startsWith('.')).toSorted();
  });
}

async function remove(root: string, key: string): Promise<void> {
  const kept = placeOf(root, key);
  // Renamed first, because a half-removed folder would look complete.
  const doomed = unfinishedBeside(kept);
  await explained(root, async () => {
    try {
      await fs.rename(kept, doomed);
    } catch (error) {
      if (isGone(error)) return;
      throw error;
    }
    await fs.rm(doomed, { recursive: true, force: true });
    await syncAllToDisk([path.dirname(kept)]);
  });
}

async function sweepUnfinished(root: string, olderThanMs = dayMs): Promise<number> {
  const before = Date.now() - olderThanMs;
  let removed = 0;
  const visit = async (folder: string): Promise<void> => {
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(ignoreGone);
    for (const entry of entries ?? []) {
      const there = path.join(folder, entry.name);
      if (entry.name.startsWith(unfinishedPrefix)) {
        if (!((await newest(there)) < before)) continue;
        await fs.rm(there, { recursive: true, force: true });
        removed += 1;
      } else if (entry.isDirectory()) await visit(there);
    }
  };
  await explained(root, () => visit(root));
  return removed;
}

async function readIdentity(root: string): Promise<string | undefined> {
  const identityPath = path.join(root, identityFile);
  return await explained(root, async () => (await fs.readFile(identityPath, 'utf8').catch(ignoreGone))?.trim());
}

async function writeIdentity(root: string, identity: string): Promise<void> {
  const identityPath = path.join(root, identityFile);
  const unfinished = unfinishedBeside(identityPath);
  await explained(root, async () => {
    await makeFolder(path.dirname(identityPath));
    await fs.writeFile(unfinished, `${identity}\n`, { flush: true });
    await fs.rename(unfinished, identityPath);
    await syncAllToDisk([path.dirname(identityPath)]);
  });
}

async function check(root: string): Promise<void> {
  const file = path.join(root, `${unfinishedPrefix}${randomUUID()}`);
  const text = `rolecall ${randomUUID()}`;
  await explained(root, async () => {
    await makeFolder(root);
    try {
      await fs.writeFile(file, text);
      await syncAllToDisk([file]);
      if ((await fs.readFile(file, 'utf8')) !== text)
        throw new StorageFault(`${root} does not return what was written there; check the disk or share`, {
          transient: false,
        });
      await fs.readdir(root);
    } finally {
      await fs.rm(file, { force: true });
    }
  });
}

/** The latest modification time of anything below, in milliseconds since 1970. */
async function newest(there: string): Promise<number> {
  const stats = await fs.lstat(there).catch(ignoreGone);
  if (!stats) return Number.POSITIVE_INFINITY;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inner = await fs.readdir(there).catch(ignoreGone);
  const times = await Promise.all((inner ?? []).map(name => newest(path.join(there, name))));
  return Math.max(stats.mtimeMs, ...times.filter(Number.isFinite));
}

async function isThere(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(ignoreGone)) !== undefined;
}
