// A few processes that each read one version, and one more that waits with everything loaded. A process may be killed at
// any moment: by its deadline, by its memory, by a client that goes away, by hand. That ends its request and nothing else.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type ChildProcess, type ChildSettings, Ended, type Limits, startChild } from './process.ts';

export interface PoolSettings extends Omit<ChildSettings, 'folder'> {
  /** Requests at work at once. */
  readonly processes: number;
  /** Requests that may wait for a process. */
  readonly waiting: number;
  /** Where the processes put what they spill; owned by the pool and emptied when it is made. */
  readonly folder: string;
}

export interface Work extends Limits {
  /** What the process must have opened; equal openings share processes. */
  readonly opening: object;
  readonly request: unknown;
}

export interface Streamed<About> {
  readonly about: About;
  readonly output: Readable;
}

export interface Pool {
  /** Resolves to what the process answers. Rejects with {@link Ended}, {@link Overloaded} or a RequestFailed. */
  run<Result>(work: Work): Promise<Result>;
  /** Resolves with the first byte; the output fails when the process does not live to write the last. */
  stream<About>(work: Work): Promise<Streamed<About>>;
  /** Have a process wait before there is work. */
  warm(): void;
  close(): Promise<void>;
}

/** There are more requests than the pool lets wait. */
export class Overloaded extends Error {}

interface Waiting {
  readonly key: string;
  give(child: ChildProcess): void;
  fail(error: Error): void;
}

/** A process that nobody needs for that long gives its memory and its files back. */
const idleMs = 60_000;

/** Processes that a request is given until one opens. */
const attempts = 3;

export function createPool(settings: PoolSettings): Pool {
  fs.rmSync(settings.folder, { recursive: true, force: true });
  const alive = new Set<ChildProcess>();
  const keys = new Map<ChildProcess, string>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const queue: Waiting[] = [];
  let spare: ChildProcess | undefined;
  let closed = false;

  function start(): ChildProcess {
    const child = startChild({ ...settings, folder: path.join(settings.folder, randomUUID()) });
    alive.add(child);
    child.ended.then(() => {
      alive.delete(child);
      keys.delete(child);
      stopIdling(child);
      if (spare === child) spare = undefined;
      serveQueue();
    });
    return child;
  }

  function stopIdling(child: ChildProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  function takeSpare(key: string): ChildProcess {
    const child = spare ?? start();
    keys.set(child, key);
    spare = closed ? undefined : start();
    return child;
  }

  /** A process for the key; undefined while all are at work. */
  function take(key: string): ChildProcess | undefined {
    const candidates = [...idle.keys()];
    const fitting = candidates.find(child => keys.get(child) === key);
    if (fitting) {
      stopIdling(fitting);
      return fitting;
    }
    if (keys.size < settings.processes) return takeSpare(key);
    const other = candidates[0];
    if (!other) return undefined;
    stopIdling(other);
    keys.delete(other);
    other.kill('replaced');
    return takeSpare(key);
  }

  function serveQueue(): void {
    while (queue.length > 0 && !closed) {
      const child = take(queue[0]!.key);
      if (!child) return;
      queue.shift()!.give(child);
    }
  }

  function acquire(key: string, signal: AbortSignal | undefined): Promise<ChildProcess> {
    if (closed) return Promise.reject(new Ended('closed'));
    if (signal?.aborted) return Promise.reject(new Ended('cancelled'));
    const child = queue.length === 0 ? take(key) : undefined;
    if (child) return Promise.resolve(child);
    if (queue.length >= settings.waiting) return Promise.reject(new Overloaded());
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new Ended('cancelled'));
      };
      const waiting: Waiting = {
        key,
        give(given) {
          signal?.removeEventListener('abort', leave);
          resolve(given);
        },
        fail: reject,
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
    });
  }

  function release(child: ChildProcess): void {
    if (!alive.has(child)) return;
    // An allocator keeps what it once had. Half of what is allowed is more than pages of the file are worth keeping.
    if (child.resident() > settings.residentBytes / 2) child.kill('replaced');
    else idle.set(child, setTimeout(() => child.kill('idle'), idleMs).unref());
    serveQueue();
  }

  /** Have a process do something. One that ended before it saw the request is replaced: the request lost nothing. */
  async function withChild<Result>({ opening, signal }: Work, use: (child: ChildProcess) => Promise<Result>) {
    for (let attempt = 1; ; attempt += 1) {
      const child = await acquire(JSON.stringify(opening), signal);
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
      const { opening, request, ...limits } = work;
      const { child, result } = await withChild(work, given => given.run(opening, request, limits));
      release(child);
      return result as Result;
    },
    async stream<About>(work: Work) {
      const { opening, request, ...limits } = work;
      const { child, result } = await withChild(work, given => given.stream(opening, request, limits));
      result.finished.finally(() => release(child));
      return { about: result.about as About, output: result.output };
    },
    warm() {
      spare ??= start();
    },
    async close() {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.fail(new Ended('closed'));
      const ending = [...alive].map(child => child.ended);
      for (const child of alive) child.kill('closed');
      await Promise.all(ending);
      fs.rmSync(settings.folder, { recursive: true, force: true });
    },
  };
}
