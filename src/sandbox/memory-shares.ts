// Shares the machine's memory out, so that what may be taken at once adds up to less than there is: the process that serves,
// the processes of queries and exports, and the builds.
import os from 'node:os';
import process from 'node:process';

export interface Wanted {
  /** Bytes per query, export or build; undefined: a share. */
  readonly memoryBytes?: number | undefined;
  /** How many at once; undefined: as many as there are cores, two at least, and fewer where memory is short. */
  readonly count?: number | undefined;
}

export interface Share {
  /** Bytes that DuckDB may take in each. */
  readonly memoryBytes: number;
  readonly count: number;
}

export interface MemoryShares {
  readonly query: Share;
  readonly export: Share;
  readonly build: Share;
  /** For the process that serves: its heap, pages on their way out, the embedded state. */
  readonly serverBytes: number;
  /** What all of it takes at most. With settings of the operator it may be more than there is. */
  readonly sumBytes: number;
}

const mebibyte = 1024 ** 2;

/** What a process takes besides what DuckDB counts: its code, and rows on their way out. */
const baseBytes = 512 * mebibyte;
/** DuckDB does not count all that it takes. */
const uncounted = 1.25;
/** DuckDB does little with less (`query.memory_mb` and `build.memory_mb` have the same minima). */
const least = { query: 128 * mebibyte, export: 128 * mebibyte, build: 256 * mebibyte };
/** The system, its page cache and other programs have the remainder. */
const shared = 0.9;
/** Parts of what is left when everybody has the least. */
const parts = { query: 0.5, export: 0.25, build: 0.25 };

/** Resident bytes at which a process that may take `memoryBytes` is killed. */
export function residentLimit(memoryBytes: number): number {
  return Math.ceil(memoryBytes * uncounted) + baseBytes;
}

/** Bytes of memory that this process may count on: the machine's, or fewer where its cgroup has a limit. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

/**
 * Defaults for what is not set. From 2.5 GiB on they add up to less than `totalBytes`, whatever the number of cores; with
 * less memory, each has the least that it can work with.
 */
export function shareMemory(
  totalBytes: number,
  cores: number,
  wanted: { readonly query: Wanted; readonly export: Wanted; readonly build: Wanted & { readonly count: number } },
): MemoryShares {
  const serverBytes = Math.min(Math.max(totalBytes / 8, 512 * mebibyte), 2048 * mebibyte);
  const leastBuild = least.build * uncounted * wanted.build.count;
  const taken = serverBytes + residentLimit(least.query) + residentLimit(least.export) + leastBuild;
  const rest = Math.max(0, totalBytes * shared - taken);
  const pool = (name: 'query' | 'export'): Share => {
    const share = residentLimit(least[name]) + rest * parts[name];
    const { memoryBytes: set, count: setCount } = wanted[name];
    const room = Math.max(1, Math.floor(share / residentLimit(set ?? least[name])));
    const count = setCount ?? Math.min(Math.max(2, cores), room);
    return { count, memoryBytes: set ?? Math.max(least[name], Math.floor((share / count - baseBytes) / uncounted)) };
  };
  const { count, memoryBytes: set } = wanted.build;
  const perBuild = Math.floor((leastBuild + rest * parts.build) / count / uncounted);
  const shares = { query: pool('query'), export: pool('export'), build: { count, memoryBytes: set ?? perBuild } };
  const sumBytes =
    serverBytes +
    shares.query.count * residentLimit(shares.query.memoryBytes) +
    shares.export.count * residentLimit(shares.export.memoryBytes) +
    shares.build.count * shares.build.memoryBytes * uncounted;
  return { ...shares, serverBytes, sumBytes };
}
