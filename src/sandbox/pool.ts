// A few processes that each read one version, and one more that waits with everything loaded. A process may be killed at
// any moment: by its deadline, by its memory, by a client that goes away, by hand. That ends its request and nothing else.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import { Ended, type EndReason } from './failures.ts';
import { compile } from './launch.ts';
import { residentLimit } from './memory-shares.ts';
import { type ProcessSettings, type SandboxProcess, startProcess } from './process.ts';
import { createWaitingLine, type LineSettings } from './waiting-line.ts';
import type { RunLimits } from './watch.ts';

export interface PoolSettings extends Omit<ProcessSettings, 'folder' | 'residentBytes' | 'reads'>, LineSettings {
  /** What DuckDB may take of memory in one process. */
  readonly memoryBytes: number;
  /** Requests at work at once. */
  readonly processes: number;
  /** Where the processes put what they spill; owned by the pool and emptied when it is made. */
  readonly folder: string;
}

export interface Work extends RunLimits {
  /** Who asks: processes are shared out among those who wait. */
  readonly owner: string;
  /** What the process must have opened; equal openings share processes. */
  readonly opening: VersionOpening;
  readonly request: unknown;
}

export interface Streamed<About> {
  readonly about: About;
  readonly output: Readable;
}

export interface Pool {
  /** Resolves to what the process answers. Rejects with Ended, Overloaded or RequestFailed. */
  run<Result>(work: Work): Promise<Result>;
  /** Resolves with the first byte; the output fails when the process does not live to write the last. */
  stream<About>(work: Work): Promise<Streamed<About>>;
  /** Have a process wait before there is work. */
  warm(): void;
  close(): Promise<void>;
}

/** A process that nobody needs for that long gives its memory and its files back. */
const idleMs = 60_000;

/** Processes that a request is given until one opens. */
const attempts = 3;

export function createPool(settings: PoolSettings): Pool {
  const residentBytes = residentLimit(settings.memoryBytes);
  const reads = new Set<string>();
  fs.rmSync(settings.folder, { recursive: true, force: true });
  const alive = new Set<SandboxProcess>();
  /** What each process has open, or is about to. */
  const keys = new Map<SandboxProcess, string>();
  const idle = new Map<SandboxProcess, NodeJS.Timeout>();
  /** For whom each process is at work. */
  const owners = new Map<SandboxProcess, string>();
  const line = createWaitingLine<SandboxProcess>(settings);
  let spare: SandboxProcess | undefined;
  let closed = false;

  function start(): SandboxProcess {
    const child = startProcess({ ...settings, reads, residentBytes, folder: path.join(settings.folder, randomUUID()) });
    alive.add(child);
    child.ended.then(() => {
      alive.delete(child);
      forget(child);
      if (spare === child) spare = undefined;
      serveLine();
    });
    return child;
  }

  function forget(child: SandboxProcess): void {
    keys.delete(child);
    owners.delete(child);
    stopIdling(child);
  }

  function stopIdling(child: SandboxProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  function retire(child: SandboxProcess, why: EndReason): void {
    forget(child);
    child.kill(why);
  }

  function takeSpare(key: string): SandboxProcess {
    const child = spare ?? start();
    keys.set(child, key);
    spare = start();
    return child;
  }

  /** A process for the key; undefined while all are at work. */
  function take(key: string): SandboxProcess | undefined {
    const fitting = [...idle.keys()].find(child => keys.get(child) === key);
    if (fitting) {
      stopIdling(fitting);
      return fitting;
    }
    if (keys.size >= settings.processes) {
      const [other] = idle.keys();
      if (!other) return undefined;
      retire(other, 'replaced');
    }
    return takeSpare(key);
  }

  function serveLine(): void {
    const atWork = (owner: string) => [...owners.values()].filter(other => other === owner).length;
    for (let next = line.first(atWork); next && !closed; next = line.first(atWork)) {
      const child = take(next.key);
      if (!child) return;
      owners.set(child, next.owner);
      next.give(child);
    }
  }

  async function acquire({ owner, opening, signal }: Work): Promise<SandboxProcess> {
    if (closed) throw new Ended('closed');
    const turn = line.join(owner, JSON.stringify(opening), signal);
    serveLine();
    return turn;
  }

  function release(child: SandboxProcess): void {
    owners.delete(child);
    // An allocator keeps what it once had. Half of what is allowed is more than pages of the file are worth keeping.
    if (child.resident() > residentBytes / 2) retire(child, 'replaced');
    else if (!alive.has(child) || child.isKilled()) forget(child);
    else idle.set(child, setTimeout(() => retire(child, 'idle'), idleMs).unref());
    serveLine();
  }

  /** Have a process do something. One that ended before it saw the request is replaced: the request lost nothing. */
  async function withChild<Result>(work: Work, use: (child: SandboxProcess) => Promise<Result>) {
    for (let attempt = 1; ; attempt += 1) {
      const child = await acquire(work);
      try {
        return { child, result: await use(child) };
      } catch (error) {
        release(child);
        const isUnopened = error instanceof Ended && error.reason === 'unopened';
        if (!isUnopened || attempt === attempts) throw error;
      }
    }
  }

  return {
    async run<Result>(work: Work) {
      const { child, result } = await withChild(work, given => given.run(work.opening, work.request, work));
      release(child);
      return result as Result;
    },
    async stream<About>(work: Work) {
      const { child, result } = await withChild(work, given => given.stream(work.opening, work.request, work));
      result.finished.finally(() => release(child));
      return { about: result.about as About, output: result.output };
    },
    warm() {
      compile(settings.entry);
      spare ??= start();
    },
    async close() {
      closed = true;
      line.close();
      const ending = [...alive].map(child => child.ended);
      for (const child of alive) child.kill('closed');
      await Promise.all(ending);
      fs.rmSync(settings.folder, { recursive: true, force: true });
    },
  };
}
