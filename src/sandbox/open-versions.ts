// Which version each process of a pool has open, and which idle process a request can take.
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import { createIdleProcesses } from './idle-processes.ts';
import type { SandboxProcess } from './process.ts';

export interface OpenVersions {
  /** The number of processes that have a version open, or open one. */
  count(): number;
  /** Whether an idle process has this version open. */
  isIdle(key: string): boolean;
  /** Take an idle process that has this version open. Where processes follow versions, otherwise one whose version is obsolete; it leaves that version. */
  take(key: string): SandboxProcess | undefined;
  /** The process that has been idle longest. */
  oldest(): SandboxProcess | undefined;
  /** The process has this version open, or opens it for its next request. */
  assign(process: SandboxProcess, key: string): void;
  /** The process is idle. */
  release(process: SandboxProcess): void;
  forget(process: SandboxProcess): void;
}

/** The latest openings, of which it is known when they were asked for. */
const mostAsked = 1000;

/**
 * @param follows whether an idle process may leave a version that nobody has asked for since a newer one was asked for
 * @param onExpired called with a process that nobody needs
 */
export function createOpenVersions(follows: boolean, onExpired: (process: SandboxProcess) => void): OpenVersions {
  const keys = new Map<SandboxProcess, string>();
  const idle = createIdleProcesses(onExpired);
  const asked = createAsked();
  const idleWith = (key: string) => idle.find(process => keys.get(process) === key);
  const obsolete = (key: string) => idle.find(process => asked.follows(key, keys.get(process)!));
  return {
    count: () => keys.size,
    isIdle: key => idleWith(key) !== undefined,
    take(key) {
      asked.note(key);
      const fitting = idleWith(key);
      const process = fitting ?? (follows ? obsolete(key) : undefined);
      if (process === undefined) return undefined;
      idle.remove(process);
      if (process !== fitting) process.leaveVersion();
      keys.set(process, key);
      return process;
    },
    oldest: () => idle.find(() => true),
    assign: (process, key) => void keys.set(process, key),
    release: idle.add,
    forget(process) {
      keys.delete(process);
      idle.remove(process);
    },
  };
}

/** When openings were asked for, to tell which one follows another. */
function createAsked() {
  const turns = new LRUCache<string, { readonly first: number; last: number }>({ max: mostAsked });
  let turn = 0;
  return {
    note(key: string) {
      turn += 1;
      const known = turns.get(key);
      if (known) known.last = turn;
      else turns.set(key, { first: turn, last: turn });
    },
    /** Whether they differ by their versions only, and nobody has asked for the other one since this one was asked for. */
    follows(key: string, other: string) {
      const otherLast = turns.get(other)?.last ?? 0;
      return otherLast < turns.get(key)!.first && withoutVersion(other) === withoutVersion(key);
    },
  };
}

/** What an opening shares with those of other versions. The folder with all versions is part of it: no process sees two tenants. */
function withoutVersion(key: string): string {
  const { file, earlierFile: _, ...others } = JSON.parse(key) as VersionOpening;
  return JSON.stringify([path.dirname(path.dirname(file)), others]);
}
