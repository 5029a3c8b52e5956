// Divides the machine's memory between the serving process, the processes of queries and exports, and the builds, so that the
// limits add up to less than the machine has.

import os from 'node:os';
import process from 'node:process';
import { mebibyte } from '../mebibytes.ts';

export interface Wanted {
  /** Bytes per query, export or build; undefined: a share of the memory. */
  readonly memoryBytes?: number | undefined;
  /** How many at once; undefined: as many as there are cores, at least two, but fewer when memory is short. */
  readonly count?: number | undefined;
}

export interface Share {
  /** Bytes that DuckDB may use in each. */
  readonly memoryBytes: number;
  readonly count: number;
}

export interface MemoryShares {
  readonly query: Share;
  readonly export: Share;
  readonly build: Share;
  /** For the serving process: its heap, pages that are being sent, and the embedded state. */
  readonly serverBytes: number;
  /** The most that all of them use together. With settings of the operator it can be more than the machine has. */
  readonly sumBytes: number;
}

/** What a process uses besides DuckDB: its code, and rows that are being sent. */
const baseBytes = 512 * mebibyte;
/** The factor between the memory that DuckDB uses and the memory that it counts. */
const uncounted = 1.25;
/** The least memory with which DuckDB is useful (`query.memory_mb` and `build.memory_mb` have the same minima). */
const least = { query: 128 * mebibyte, export: 128 * mebibyte, build: 256 * mebibyte };
/** The part of the memory to divide. The rest is for the system, its page cache and other programs. */
const shared = 0.9;
/** How the memory beyond the minima is divided. */
const parts = { query: 0.5, export: 0.25, build: 0.25 };

/** The resident memory in bytes above which a process is killed. @param memoryBytes what DuckDB in it may use */
export function residentLimit(memoryBytes: number): number {
  return Math.ceil(memoryBytes * uncounted) + baseBytes;
}

/** The memory in bytes that is available: the machine's, or less when the cgroup of this process has a limit. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

/**
 * Defaults for what is not set. From 2.5 GiB on they add up to less than `totalBytes`, for any number of cores. With less memory,
 * each gets the least that it can work with.
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
