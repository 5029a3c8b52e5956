// The copies that are in the cache folder, in order of use, and which of them go when there are too many.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../local-files.ts';
import { type CopyOf, type Entry, unfinishedPrefix } from './cache-entry.ts';

export interface Copies {
  get(of: CopyOf): Entry | undefined;
  /** Add a copy whose bytes are reserved, or move one to the end: it was used last. */
  touch(entry: Entry): void;
  /** Count bytes of a copy that is being made; negative: it came to nothing. */
  reserve(bytes: number): void;
  /** Whether so many bytes fit at all. */
  fits(bytes: number): boolean;
  /** Remove what was used longest ago until the limit holds. */
  makeRoom(): Promise<void>;
  /** A borrower of the copy has left. */
  released(entry: Entry): void;
  /** Nobody gets the copy any more. It is removed when its last borrower leaves. */
  forget(entry: Entry): void;
  /** Newest use last. */
  all(): readonly Entry[];
  bytes(): number;
  /** Resolves when no removal is under way. */
  settled(): Promise<void>;
}

export function createCopies(folder: string, maxBytes: number, onWarning: (message: string) => void): Copies {
  /** In order of use, oldest first. */
  const entries = new Map<string, Entry>();
  const removing = new Set<Promise<void>>();
  let used = 0;
  let warned = false;

  function drop(entry: Entry): void {
    // A forgotten one may have a successor.
    if (entries.get(idOf(entry)) === entry) entries.delete(idOf(entry));
    used -= entry.bytes;
    const removal = removeEntry(folder, entry)
      .catch(error => onWarning(`${entry.folder} cannot be removed from the cache: ${(error as Error).message}`))
      .finally(() => removing.delete(removal));
    removing.add(removal);
  }

  /** Which ones go is decided before anything is awaited, so that nobody borrows them meanwhile. */
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

/** Renamed first, so that a process that dies half-way leaves no entry that looks whole. */
export async function removeEntry(folder: string, entry: Entry): Promise<void> {
  const doomed = path.join(folder, `${unfinishedPrefix}${randomUUID()}`);
  try {
    await fs.rename(entry.folder, doomed);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await fs.rm(doomed, { recursive: true, force: true });
}

/** The same for all copies of the same content. */
export function idOf({ key, mark }: { key: string; mark: string }): string {
  return `${key}\n${mark}`;
}
