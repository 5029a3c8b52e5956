// Local copies of a bucket's files, up to a number of bytes. The least recently used are removed first, borrowed ones never. Copies
// of folders share equal files as hard links.
//
//   <folder>/<uuid>/entry.json      the key, content and files that it is a copy of; its mtime is the time of the last use
//   <folder>/<uuid>/content/…       the copy
//   <folder>/.unfinished-<uuid>     a copy that is being made or removed
//
// One process owns the folder. An entry is renamed to its name once it is on disk. So a process that crashes leaves only
// complete entries, and unfinished ones, which the next process removes.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';
import { unfinishedPrefix } from '../durable.ts';
import { lockFolder } from '../folder-lock.ts';
import { syncTree } from '../local-files.ts';
import { canLink, type FindContent, filesByContent, type KnownFolder, linkEqualFiles } from '../shared-files.ts';
import type { Borrowed } from '../storage.ts';
import { type CacheEntry, type CopyOf, readEntries, rememberUse, writeEntry } from './cache-entry.ts';
import { type Copies, createCopies, idOf, removeEntry } from './copies.ts';

export interface Cache {
  /**
   * Borrow the copy; `fill` makes it when there is none. Concurrent borrowers wait for the same `fill`, and fail with it.
   * @param name the borrowed path, relative to the folder that is filled; '' for the folder itself
   * @param fill writes into an empty folder, and syncs the files to disk. It may link files of other copies, which `find` finds
   */
  borrow(of: CopyOf, name: string, fill: Fill): Promise<Borrowed>;
  /** Move a local file or folder into the cache as the copy. Removes it when it cannot be used. */
  adopt(of: CopyOf, name: string, source: string): Promise<void>;
  /** The id of the content of the most recently used copy of `key`. */
  contentIdOf(key: string): string | undefined;
  /** Discard the copies of `key` and of everything below it. */
  forget(key: string): void;
  /** Bytes of all copies, including those that are being made. */
  bytes(): number;
  /** Waits for running work and releases the folder. */
  close(): Promise<void>;
}

type Fill = (folder: string, find: FindContent) => Promise<void>;

/** @throws OperatorError when another process owns the folder */
export async function openCache(
  givenFolder: string,
  maxBytes: number,
  onWarning: (message: string) => void,
): Promise<Cache> {
  const folder = path.resolve(givenFolder);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder).catch(cause => {
    const { message } = cause as Error;
    throw new OperatorError(`${message}; each process that uses a bucket needs a cache folder of its own`, { cause });
  });
  const copies = createCopies(folder, maxBytes, onWarning);
  let sharesFiles: boolean;
  try {
    await takeStock(folder, copies);
    sharesFiles = await canLink(folder);
  } catch (error) {
    unlock();
    throw error;
  }
  const fill = createFillings(folder, copies);
  /** Without hard links, every copy counts as a whole. */
  const counted = ({ files, ...of }: CopyOf): CopyOf => (sharesFiles && files ? { ...of, files } : of);
  let closed = false;

  /** Lend an entry. Its `borrowers` must already include the new borrower. */
  function lend(entry: CacheEntry): Borrowed {
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      entry.borrowers -= 1;
      // After close(), the folder may belong to another process.
      if (entry.borrowers === 0 && !closed) copies.released(entry);
    };
    return { path: path.join(entry.folder, 'content', entry.name), release, [Symbol.dispose]: release };
  }

  return {
    async borrow(copy, name, write) {
      if (closed) throw new Error(`the cache ${folder} is closed`);
      const of = counted(copy);
      const here = copies.get(of);
      if (here && rememberUse(here)) {
        here.borrowers += 1;
        copies.touch(here);
        return lend(here);
      }
      // The copy was deleted by hand.
      if (here) copies.forget(here);
      const filling = fill.under(of) ?? fill.start(of, name, write);
      filling.borrowers += 1;
      return lend(await filling.done);
    },

    async adopt(copy, name, source) {
      const of = counted(copy);
      // A copy that does not fit would only evict others, and then be evicted itself.
      if (!closed && copies.fits(of.bytes) && !copies.get(of) && !fill.under(of)) {
        const { done } = fill.start(of, name, async (content, find) => {
          if (name === '') await fs.rmdir(content);
          await fs.rename(source, path.join(content, name));
          await syncTree(content, of.files && (await linkEqualFiles(content, of.files, find)));
        });
        await done.then(copies.makeRoom, () => {});
      }
      await fs.rm(source, { recursive: true, force: true });
    },

    contentIdOf: key => copies.all().findLast(entry => entry.key === key)?.contentId,

    forget(key) {
      for (const entry of copies.all()) {
        if (entry.key === key || entry.key.startsWith(`${key}/`)) copies.forget(entry);
      }
    },

    bytes: copies.bytes,

    async close() {
      closed = true;
      await fill.settled();
      await copies.settled();
      unlock();
    },
  };
}

/** Load the entries that an earlier process left. When several have the same content, one stays. */
async function takeStock(folder: string, copies: Copies): Promise<void> {
  for (const entry of await readEntries(folder)) {
    if (copies.get(entry)) await removeEntry(folder, entry);
    else {
      copies.reserve(entry);
      copies.touch(entry);
    }
  }
  await copies.makeRoom();
}

/** The files of copies that other copies may share. */
function sharable(copies: Copies): KnownFolder[] {
  return copies.all().flatMap(({ folder, files }) => (files ? [{ folder: path.join(folder, 'content'), files }] : []));
}

interface Filling {
  /** The number of callers that wait for it. */
  borrowers: number;
  readonly done: Promise<CacheEntry>;
}

/** Copies that are being made; at most one of the same content. */
function createFillings(folder: string, copies: Copies) {
  const fillings = new Map<string, Filling>();

  async function make(of: CopyOf, name: string, write: Fill, filling: Filling): Promise<CacheEntry> {
    const unfinished = path.join(folder, `${unfinishedPrefix}${randomUUID()}`);
    copies.reserve(of);
    try {
      await copies.makeRoom();
      const content = path.join(unfinished, 'content');
      await fs.mkdir(content, { recursive: true, mode: 0o700 });
      await write(content, filesByContent(sharable(copies)));
      const entry = await writeEntry(folder, unfinished, of, name);
      // The waiting callers count as borrowers from the start, so that the copy is not removed before they run.
      entry.borrowers = filling.borrowers;
      copies.touch(entry);
      return entry;
    } catch (error) {
      copies.unreserve(of);
      await fs.rm(unfinished, { recursive: true, force: true });
      throw error;
    } finally {
      fillings.delete(idOf(of));
    }
  }

  return {
    under: (of: CopyOf) => fillings.get(idOf(of)),
    start(of: CopyOf, name: string, write: Fill): Filling {
      const { promise, resolve } = Promise.withResolvers<CacheEntry>();
      const filling: Filling = { borrowers: 0, done: promise };
      fillings.set(idOf(of), filling);
      resolve(make(of, name, write, filling));
      return filling;
    },
    async settled(): Promise<void> {
      await Promise.allSettled([...fillings.values()].map(({ done }) => done));
    },
  };
}
