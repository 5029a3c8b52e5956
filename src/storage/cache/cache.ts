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
import { codeOf } from '../local-files.ts';
import type { Borrowed } from '../storage.ts';
import { type CopyOf, type Entry, readEntries, rememberUse, unfinishedPrefix, writeEntry } from './cache-entry.ts';

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
  /** In order of use, oldest first. */
  const entries = new Map<string, Entry>();
  const fillings = new Map<string, Filling>();
  const removing = new Set<Promise<void>>();
  let used = 0;
  let warned = false;
  let closed = false;
  try {
    for (const entry of await readEntries(folder)) {
      if (entries.has(idOf(entry))) discard(entry);
      else {
        entries.set(idOf(entry), entry);
        used += entry.bytes;
      }
    }
    await makeRoom();
  } catch (error) {
    unlock();
    throw error;
  }

  function discard(entry: Entry): void {
    const doomed = path.join(folder, `${unfinishedPrefix}${randomUUID()}`);
    const removal = fs
      .rename(entry.folder, doomed)
      .then(() => fs.rm(doomed, { recursive: true, force: true }))
      .catch(error => {
        if (codeOf(error) === 'ENOENT') return;
        onWarning(`${entry.folder} cannot be removed from the cache: ${(error as Error).message}`);
      })
      .finally(() => removing.delete(removal));
    removing.add(removal);
  }

  function drop(entry: Entry): void {
    // A forgotten one may have a successor.
    if (entries.get(idOf(entry)) === entry) entries.delete(idOf(entry));
    used -= entry.bytes;
    discard(entry);
  }

  /** Remove what was used longest ago until the limit holds. Which ones is decided at once, so that nobody borrows them meanwhile. */
  async function makeRoom(): Promise<void> {
    for (const entry of entries.values()) {
      if (used <= maxBytes) break;
      if (entry.borrowers === 0) drop(entry);
    }
    if (used <= maxBytes) warned = false;
    else if (!warned) {
      warned = true;
      onWarning(`the cache ${folder} holds ${used} bytes instead of at most ${maxBytes}: all of them are in use`);
    }
    await Promise.all(removing);
  }

  /** Give an entry out whose `borrowers` count the receiver already. */
  function lend(entry: Entry): Borrowed {
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      entry.borrowers -= 1;
      // Once closed, the folder may be another process's.
      if (entry.borrowers > 0 || closed) return;
      if (entry.forgotten) drop(entry);
      else if (used > maxBytes) void makeRoom();
    };
    return { path: path.join(entry.folder, 'content', entry.name), release, [Symbol.dispose]: release };
  }

  function startFilling(of: CopyOf, name: string, fill: (folder: string) => Promise<void>): Filling {
    const id = idOf(of);
    const filling: Filling = { borrowers: 0, done: make() };
    fillings.set(id, filling);
    return filling;

    async function make(): Promise<Entry> {
      const unfinished = path.join(folder, `${unfinishedPrefix}${randomUUID()}`);
      used += of.bytes;
      try {
        await makeRoom();
        const content = path.join(unfinished, 'content');
        await fs.mkdir(content, { recursive: true, mode: 0o700 });
        await fill(content);
        const entry = await writeEntry(folder, unfinished, of, name);
        // Those who wait hold it from its first moment, so that nothing removes it before they run.
        entry.borrowers = filling.borrowers;
        entries.set(id, entry);
        return entry;
      } catch (error) {
        used -= of.bytes;
        await fs.rm(unfinished, { recursive: true, force: true });
        throw error;
      } finally {
        fillings.delete(id);
      }
    }
  }

  async function borrow(of: CopyOf, name: string, fill: (folder: string) => Promise<void>): Promise<Borrowed> {
    const id = idOf(of);
    if (closed) throw new Error(`the cache ${folder} is closed`);
    const here = entries.get(id);
    if (here && rememberUse(here)) {
      here.borrowers += 1;
      entries.delete(id);
      entries.set(id, here);
      return lend(here);
    }
    // Somebody tidied up by hand.
    if (here) forgetEntry(here);
    const filling = fillings.get(id) ?? startFilling(of, name, fill);
    filling.borrowers += 1;
    return lend(await filling.done);
  }

  async function adopt(of: CopyOf, name: string, source: string): Promise<void> {
    const id = idOf(of);
    // A copy that does not fit would only push others out and then go itself.
    if (!closed && of.bytes <= maxBytes && !entries.has(id) && !fillings.has(id)) {
      const { done } = startFilling(of, name, async content => {
        if (name === '') await fs.rmdir(content);
        await fs.rename(source, path.join(content, name));
      });
      await done.then(makeRoom, () => {});
    }
    await fs.rm(source, { recursive: true, force: true });
  }

  function markOf(key: string): string | undefined {
    return [...entries.values()].findLast(entry => entry.key === key)?.mark;
  }

  function forget(key: string): void {
    for (const entry of [...entries.values()]) {
      if (entry.key === key || entry.key.startsWith(`${key}/`)) forgetEntry(entry);
    }
  }

  function forgetEntry(entry: Entry): void {
    if (entry.borrowers === 0) {
      drop(entry);
      return;
    }
    // Its borrowers go on, nobody else gets it, and the last of them takes it away.
    entry.forgotten = true;
    entries.delete(idOf(entry));
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.allSettled([...fillings.values()].map(({ done }) => done));
    await Promise.all(removing);
    unlock();
  }

  return { borrow, adopt, markOf, forget, bytes: () => used, close };
}

interface Filling {
  /** How many wait for it. */
  borrowers: number;
  readonly done: Promise<Entry>;
}

function idOf({ key, mark }: { key: string; mark: string }): string {
  return `${key}\n${mark}`;
}
