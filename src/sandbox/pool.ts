// A few processes that each have one version open, and a spare one that has loaded its program. A process may be killed at any
// moment: by its deadline, by its memory, by a client that disconnects, by hand. That ends its request and nothing else.
//
// A process has no environment variables, can read the version's tables, which are linked into its folder, and cannot change settings. The
// operating system confines it (confinement.ts). It is killed when it exceeds a limit, or when the engine failed in it. Others stay ready
// for a minute after the last request. memory-shares.ts divides the memory.
import type { Readable } from 'node:stream';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import { Ended } from './failures.ts';
import { compile } from './launch.ts';
import { createProcesses, type ProcessesSettings } from './pool-processes.ts';
import type { SandboxProcess } from './process.ts';
import { createWaitingLine, type LineSettings } from './waiting-line.ts';
import type { RunLimits } from './watch.ts';

export interface PoolSettings extends ProcessesSettings, LineSettings {}

export interface PoolRequest extends RunLimits {
  /** The client. Processes are shared fairly among waiting clients. */
  readonly owner: string;
  /** What the process must have opened. Requests with equal openings share processes. */
  readonly opening: VersionOpening;
  /** Sent to the process unchanged. */
  readonly request: unknown;
}

export interface Streamed<About> {
  readonly about: About;
  readonly output: Readable;
}

export interface Pool {
  /** Resolves to the answer of the process. Rejects with Ended, Overloaded or RequestFailed. */
  run<Result>(request: PoolRequest): Promise<Result>;
  /** Resolves with the first byte. The output fails when the process ends before it wrote the last byte. */
  stream<About>(request: PoolRequest): Promise<Streamed<About>>;
  /** Start a process in advance, so that the first request need not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

/** The most processes that are tried for a request when they end before they open the version. */
const maxAttempts = 3;

export function createPool(settings: PoolSettings): Pool {
  const line = createWaitingLine<SandboxProcess>(settings);
  const processes = createProcesses(settings, serveLine);
  let isClosed = false;

  function serveLine(): void {
    const first = () => line.first(processes.busyOf, processes.isReady);
    for (let next = first(); next && !isClosed; next = first()) {
      const process = processes.take(next.key, next.owner);
      if (!process) return;
      next.give(process);
    }
  }

  async function acquire({ owner, opening, signal }: PoolRequest): Promise<SandboxProcess> {
    if (isClosed) throw new Ended('closed');
    const turn = line.join(owner, JSON.stringify(opening), signal);
    serveLine();
    return turn;
  }

  function release(process: SandboxProcess): void {
    processes.release(process);
    serveLine();
  }

  /** Use a process. If it ends before it sees the request, use another one. */
  async function withProcess<Result>(request: PoolRequest, use: (process: SandboxProcess) => Promise<Result>) {
    for (let attempt = 1; ; attempt += 1) {
      const process = await acquire(request);
      try {
        return { process, result: await use(process) };
      } catch (error) {
        release(process);
        const isUnopened = error instanceof Ended && error.reason === 'unopened';
        if (!isUnopened || attempt === maxAttempts) throw error;
      }
    }
  }

  return {
    async run<Result>(asked: PoolRequest) {
      const { process, result } = await withProcess(asked, taken => taken.run(asked.opening, asked.request, asked));
      release(process);
      return result as Result;
    },
    async stream<About>(asked: PoolRequest) {
      const { process, result } = await withProcess(asked, taken => taken.stream(asked.opening, asked.request, asked));
      result.finished.finally(() => release(process));
      return { about: result.about as About, output: result.output };
    },
    warm() {
      compile(settings.entry);
      processes.warm();
    },
    close() {
      isClosed = true;
      line.close();
      return processes.close();
    },
  };
}
