// The copies in the cache folder, in order of use, and the removal of the least recently used when there are too many.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { unfinishedPrefix } from '../durable.ts';
import { codeOf } from '../local-files.ts';
import type { CacheEntry, CopyOf } from './cache-entry.ts';

export interface Copies {
  get(of: CopyOf): CacheEntry | undefined;
  /** Add a copy whose bytes are reserved, or mark a copy as most recently used. */
  touch(entry: CacheEntry): void;
  /** Count the bytes of a copy that is being made; negative when that failed. */
  reserve(bytes: number): void;
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
  let used = 0;
  let warned = false;

  function drop(entry: CacheEntry): void {
    // A newer copy may already have taken the place of a forgotten one.
    if (entries.get(idOf(entry)) === entry) entries.delete(idOf(entry));
    used -= entry.bytes;
    const removal = removeEntry(folder, entry)
      .catch(error => onWarning(`${entry.folder} cannot be removed from the cache: ${(error as Error).message}`))
      .finally(() => removing.delete(removal));
    removing.add(removal);
  }

  /** Selects the copies synchronously, so that none of them is borrowed in between. */
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

  return {
    get: of => entries.get(idOf(of)),
    touch(entry) {
      entries.delete(idOf(entry));
      entries.set(idOf(entry), entry);
    },
    reserve(bytes) {
      used += bytes;
    },
    fits: bytes => bytes <= maxBytes,
    makeRoom,
    released(entry) {
      if (entry.forgotten) drop(entry);
      else if (used > maxBytes) void makeRoom();
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
    bytes: () => used,
    async settled() {
      await Promise.all(removing);
    },
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
