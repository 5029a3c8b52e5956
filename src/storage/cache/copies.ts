// The copies in the cache folder, in order of use, and the removal of the least recently used when there are too many.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { unfinishedPrefix } from '../durable.ts';
import { codeOf } from '../local-files.ts';
import type { FileFacts } from '../storage.ts';
import type { CacheEntry, CopyOf } from './cache-entry.ts';

export interface Copies {
  get(of: CopyOf): CacheEntry | undefined;
  /** Add a copy whose bytes are reserved, or mark a copy as most recently used. */
  touch(entry: CacheEntry): void;
  /** Count the bytes that a copy that is being made adds. Files that other copies share count once. */
  reserve(of: CopyOf): void;
  /** Undo `reserve`, because the copy could not be made. */
  unreserve(of: CopyOf): void;
  /** Whether a copy of this size fits into an empty cache. */
  fits(bytes: number): boolean;
  /** Remove the least recently used copies until the limit holds. */
  makeRoom(): Promise<void>;
  /** Called when the last borrower of the copy has released it. */
  released(entry: CacheEntry): void;
  /** Stop lending the copy. It is removed when its last borrower releases it. */
  forget(entry: CacheEntry): void;
  /** Most recently used last. */
  all(): readonly CacheEntry[];
  bytes(): number;
  /** Resolves when no removal is under way. */
  settled(): Promise<void>;
}

export function createCopies(folder: string, maxBytes: number, onWarning: (message: string) => void): Copies {
  /** In order of use, least recently used first. */
  const entries = new Map<string, CacheEntry>();
  const removing = new Set<Promise<void>>();
  const counted = createCount();
  let warned = false;

  function drop(entry: CacheEntry): void {
    // A newer copy may already have taken the place of a forgotten one.
    if (entries.get(idOf(entry)) === entry) entries.delete(idOf(entry));
    counted.remove(entry);
    const removal = removeEntry(folder, entry)
      .catch(error => onWarning(`${entry.folder} cannot be removed from the cache: ${(error as Error).message}`))
      .finally(() => removing.delete(removal));
    removing.add(removal);
  }

  /** Selects the copies synchronously, so that none of them is borrowed in between. */
  async function makeRoom(): Promise<void> {
    for (const entry of entries.values()) {
      if (counted.bytes() <= maxBytes) break;
      if (entry.borrowers === 0) drop(entry);
    }
    if (counted.bytes() <= maxBytes) warned = false;
    else if (!warned) {
      warned = true;
      onWarning(
        `the cache ${folder} holds ${counted.bytes()} bytes instead of at most ${maxBytes}: all of them are in use`,
      );
    }
    await Promise.all(removing);
  }

  return {
    get: of => entries.get(idOf(of)),
    touch(entry) {
      entries.delete(idOf(entry));
      entries.set(idOf(entry), entry);
    },
    reserve: counted.add,
    unreserve: counted.remove,
    fits: bytes => bytes <= maxBytes,
    makeRoom,
    released(entry) {
      if (entry.forgotten) drop(entry);
      else if (counted.bytes() > maxBytes) void makeRoom();
    },
    forget(entry) {
      if (entry.borrowers === 0) {
        drop(entry);
        return;
      }
      entry.forgotten = true;
      entries.delete(idOf(entry));
    },
    all: () => [...entries.values()],
    bytes: counted.bytes,
    async settled() {
      await Promise.all(removing);
    },
  };
}

/** Counts the bytes of copies on disk. A file that several copies share is counted with the first and until the last of them. */
function createCount() {
  const sharers = new Map<string, number>();
  let bytes = 0;
  const change = (of: CopyOf, by: 1 | -1) => {
    if (!of.files) bytes += by * of.bytes;
    else for (const facts of Object.values(of.files)) changeFile(facts, by);
  };
  const changeFile = (facts: FileFacts, by: 1 | -1) => {
    const before = sharers.get(facts.sha256) ?? 0;
    const after = before + by;
    if (after === 0) sharers.delete(facts.sha256);
    else sharers.set(facts.sha256, after);
    if (before === 0 || after === 0) bytes += by * facts.bytes;
  };
  return {
    add: (of: CopyOf) => change(of, 1),
    remove: (of: CopyOf) => change(of, -1),
    bytes: () => bytes,
  };
}

/** Renames the entry first, so that a crash half-way leaves no entry that looks complete. */
export async function removeEntry(folder: string, entry: CacheEntry): Promise<void> {
  const doomed = path.join(folder, `${unfinishedPrefix}${randomUUID()}`);
  try {
    await fs.rename(entry.folder, doomed);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await fs.rm(doomed, { recursive: true, force: true });
}

/** Equal for all copies of the same content. */
export function idOf({ key, contentId }: { key: string; contentId: string }): string {
  return `${key}\n${contentId}`;
}
