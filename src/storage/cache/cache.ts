// Local copies of what a bucket keeps, up to a number of bytes: what was used last stays, what is borrowed always does.
//
//   <folder>/<uuid>/entry.json      what the copy is of; its time of change is when it was used last
//   <folder>/<uuid>/content/…       the copy
//   <folder>/.unfinished-<uuid>     one that is being made or removed
//
// One process owns the folder. An entry gets its name by a rename once it is on disk, so a process that dies leaves whole
// entries and unfinished ones, which the next removes.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';
import { lockFolder } from '../folder-lock.ts';
import type { Borrowed } from '../storage.ts';
import { type CopyOf, type Entry, readEntries, rememberUse, unfinishedPrefix, writeEntry } from './cache-entry.ts';
import { type Copies, createCopies, idOf, removeEntry } from './copies.ts';

export interface Cache {
  /**
   * The copy, made by `fill` when there is none. Concurrent borrowers wait for one `fill`, and fail with it.
   * @param fill writes into an empty folder; `name` is what the borrowed path is below it, '' for the folder itself
   */
  borrow(of: CopyOf, name: string, fill: (folder: string) => Promise<void>): Promise<Borrowed>;
  /** Take a local file or folder over as the copy, by a rename; removes it where that cannot be. */
  adopt(of: CopyOf, name: string, source: string): Promise<void>;
  /** The mark of a copy of `key` that is here, newest use first. */
  markOf(key: string): string | undefined;
  /** Copies of `key` and of everything below it are of no use any more. */
  forget(key: string): void;
  /** Bytes of all copies that are here or being made. */
  bytes(): number;
  /** Waits for what is under way and gives the folder back. */
  close(): Promise<void>;
}

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
  try {
    await takeStock(folder, copies);
  } catch (error) {
    unlock();
    throw error;
  }
  const fill = createFillings(folder, copies);
  let closed = false;

  /** Give an entry out whose `borrowers` count the receiver already. */
  function lend(entry: Entry): Borrowed {
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      entry.borrowers -= 1;
      // Once closed, the folder may be another process's.
      if (entry.borrowers === 0 && !closed) copies.released(entry);
    };
    return { path: path.join(entry.folder, 'content', entry.name), release, [Symbol.dispose]: release };
  }

  return {
    async borrow(of, name, write) {
      if (closed) throw new Error(`the cache ${folder} is closed`);
      const here = copies.get(of);
      if (here && rememberUse(here)) {
        here.borrowers += 1;
        copies.touch(here);
        return lend(here);
      }
      // Somebody tidied up by hand.
      if (here) copies.forget(here);
      const filling = fill.under(of) ?? fill.start(of, name, write);
      filling.borrowers += 1;
      return lend(await filling.done);
    },

    async adopt(of, name, source) {
      // A copy that does not fit would only push others out and then go itself.
      if (!closed && copies.fits(of.bytes) && !copies.get(of) && !fill.under(of)) {
        const { done } = fill.start(of, name, async content => {
          if (name === '') await fs.rmdir(content);
          await fs.rename(source, path.join(content, name));
        });
        await done.then(copies.makeRoom, () => {});
      }
      await fs.rm(source, { recursive: true, force: true });
    },

    markOf: key => copies.all().findLast(entry => entry.key === key)?.mark,

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

/** What a former process left: the newest copy of each content stays. */
async function takeStock(folder: string, copies: Copies): Promise<void> {
  for (const entry of await readEntries(folder)) {
    if (copies.get(entry)) await removeEntry(folder, entry);
    else {
      copies.reserve(entry.bytes);
      copies.touch(entry);
    }
  }
  await copies.makeRoom();
}

interface Filling {
  /** How many wait for it. */
  borrowers: number;
  readonly done: Promise<Entry>;
}

/** Copies that are being made: one at a time of the same content. */
function createFillings(folder: string, copies: Copies) {
  const fillings = new Map<string, Filling>();

  async function make(
    of: CopyOf,
    name: string,
    write: (folder: string) => Promise<void>,
    filling: Filling,
  ): Promise<Entry> {
    const unfinished = path.join(folder, `${unfinishedPrefix}${randomUUID()}`);
    copies.reserve(of.bytes);
    try {
      await copies.makeRoom();
      const content = path.join(unfinished, 'content');
      await fs.mkdir(content, { recursive: true, mode: 0o700 });
      await write(content);
      const entry = await writeEntry(folder, unfinished, of, name);
      // Those who wait hold it from its first moment, so that nothing removes it before they run.
      entry.borrowers = filling.borrowers;
      copies.touch(entry);
      return entry;
    } catch (error) {
      copies.reserve(-of.bytes);
      await fs.rm(unfinished, { recursive: true, force: true });
      throw error;
    } finally {
      fillings.delete(idOf(of));
    }
  }

  return {
    under: (of: CopyOf) => fillings.get(idOf(of)),
    start(of: CopyOf, name: string, write: (folder: string) => Promise<void>): Filling {
      const { promise, resolve } = Promise.withResolvers<Entry>();
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
