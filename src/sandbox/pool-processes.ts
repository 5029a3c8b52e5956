// The processes of a pool: which versions they have open, which of them are busy, and when they are started and killed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { EndReason } from './failures.ts';
import { createIdleProcesses } from './idle-processes.ts';
import { residentLimit } from './memory-shares.ts';
import { createOpenVersions } from './open-versions.ts';
import { type ProcessSettings, type SandboxProcess, startProcess } from './process.ts';

export interface ProcessesSettings extends Omit<ProcessSettings, 'folder' | 'residentBytes' | 'reads'> {
  /** The memory limit of DuckDB in one process. */
  readonly memoryBytes: number;
  /** The most processes that have a version open, busy or idle. */
  readonly processes: number;
  /** Whether a process that has opened nothing is kept ready for the next version; default: true. */
  readonly keepsSpare?: boolean | undefined;
  /**
   * Whether a process may close a version that nobody asks for any more and open the next one, which takes a third of a start. Default: false.
   * Programs that run what clients write do not: a statement that gets hold of its process reaches one version.
   */
  readonly followsVersions?: boolean | undefined;
  /** Holds the folders of the processes. It is emptied at the start and removed at the end. */
  readonly folder: string;
}

export interface Processes {
  /**
   * Take a process for a request of this owner. Undefined while all are busy.
   * @param key the opening as JSON. The process has this version open already, or opens it for the request
   */
  take(key: string, owner: string): SandboxProcess | undefined;
  /** Whether a request with this key may take a process. Otherwise one is about to be free for it. */
  isReady(key: string): boolean;
  /** Return a process after its request. It becomes idle, or is killed if it holds too much memory. */
  release(process: SandboxProcess): void;
  /** The number of processes that run requests of this owner. */
  busyOf(owner: string): number;
  /** Keep a spare process ready for the next minute. */
  warm(): void;
  /** Kill all processes and wait for their ends. */
  close(): Promise<void>;
}

/**
 * How long requests wait for a process that has just opened their version. Most take less than a process takes to start, and a new version
 * is asked many things at once: without this, as many processes would start as may be.
 */
const settlingMs = 100;

/** @param onFree called when a request that waits may have its turn: a process has ended, for any reason, or may now be joined by another one */
export function createProcesses(settings: ProcessesSettings, onFree: () => void): Processes {
  const residentBytes = residentLimit(settings.memoryBytes);
  const reads = new Set<string>();
  fs.rmSync(settings.folder, { recursive: true, force: true });
  const alive = new Set<SandboxProcess>();
  const open = createOpenVersions(settings.followsVersions ?? false, process => retire(process, 'idle'));
  /** The owner of the request that each busy process runs. */
  const owners = new Map<SandboxProcess, string>();
  const settling = createSettling(onFree);
  const spare = createSpare(start, process => retire(process, 'idle'));

  function start(): SandboxProcess {
    const folder = path.join(settings.folder, randomUUID());
    const process = startProcess({ ...settings, reads, residentBytes, folder });
    alive.add(process);
    process.ended.then(() => {
      alive.delete(process);
      forget(process);
      onFree();
    });
    return process;
  }

  function forget(process: SandboxProcess): void {
    open.forget(process);
    owners.delete(process);
    spare.forget(process);
  }

  function retire(process: SandboxProcess, reason: EndReason): void {
    forget(process);
    process.kill(reason);
  }

  /** An idle process for this version, otherwise the spare one. When there are too many, the oldest idle one is ended. */
  function processFor(key: string): SandboxProcess | undefined {
    const idle = open.take(key);
    if (idle) {
      if (!idle.isOpen()) settling.begin(idle, key);
      return idle;
    }
    if (open.count() >= settings.processes) {
      const oldest = open.oldest();
      if (!oldest) return undefined;
      retire(oldest, 'replaced');
    }
    const process = spare.take();
    open.assign(process, key);
    settling.begin(process, key);
    if (settings.keepsSpare !== false) spare.have();
    return process;
  }

  return {
    take(key, owner) {
      const process = processFor(key);
      if (process) owners.set(process, owner);
      return process;
    },
    release(process) {
      owners.delete(process);
      // An allocator keeps the memory that it has freed. Above half of the limit, a new process is worth more than cached pages.
      if (process.resident() > residentBytes / 2) retire(process, 'replaced');
      else if (!alive.has(process) || process.isKilled()) forget(process);
      else open.release(process);
    },
    isReady: key => !settling.has(key) || open.isIdle(key),
    busyOf: owner => [...owners.values()].filter(other => other === owner).length,
    warm: () => spare.have(),
    async close() {
      const ends = [...alive].map(process => process.ended);
      for (const process of alive) process.kill('closed');
      await Promise.all(ends);
      fs.rmSync(settings.folder, { recursive: true, force: true });
    },
  };
}

/** At most one process that has loaded its program and opened nothing. It ends when nobody takes it for a minute. */
function createSpare(start: () => SandboxProcess, onExpired: (process: SandboxProcess) => void) {
  const waiting = createIdleProcesses(onExpired);
  const found = () => waiting.find(() => true);
  return {
    have() {
      if (!found()) waiting.add(start());
    },
    take(): SandboxProcess {
      const process = found() ?? start();
      waiting.remove(process);
      return process;
    },
    forget: waiting.remove,
  };
}

/** The processes that are opening a version, or have just opened it. @param onEnd called when a process is no longer one of them */
function createSettling(onEnd: () => void) {
  const processes = new Map<string, SandboxProcess>();
  return {
    has: (key: string) => processes.has(key),
    begin(process: SandboxProcess, key: string) {
      const previousKey = [...processes].find(([, other]) => other === process)?.[0];
      if (previousKey !== undefined) processes.delete(previousKey);
      processes.set(key, process);
      const end = () => {
        if (processes.get(key) !== process) return;
        processes.delete(key);
        onEnd();
      };
      process.opened().then(() => setTimeout(end, settlingMs).unref());
      process.ended.then(end);
    },
  };
}
