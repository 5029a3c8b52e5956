// One process, as its owner sees it: started, given requests, watched, killed.
import fs from 'node:fs';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import { createChannel } from './channel.ts';
import type { EndReason } from './failures.ts';
import { launch } from './launch.ts';
import { createLifetime } from './lifetime.ts';
import { createOpener } from './opener.ts';
import { type OutputStream, streamOutput } from './output-stream.ts';
import { type RunLimits, watchRun } from './watch.ts';

export interface ProcessSettings {
  /** The program, a module that calls `serveOwner`. */
  readonly entry: string;
  /** The folder of this process. It is created for the process and removed after its end. */
  readonly folder: string;
  /** Other folders to which the process may write. */
  readonly writes?: readonly string[];
  /** Folders of versions that processes may read, because the files cannot be linked into the folder of a process. */
  readonly reads: Set<string>;
  /** Resident memory in bytes above which the process is killed. */
  readonly residentBytes: number;
  /** Called with the text that the process writes to its standard error. */
  onWarning(text: string): void;
}

export interface SandboxProcess {
  run(opening: VersionOpening, request: unknown, limits: RunLimits): Promise<unknown>;
  /** Resolves with the first byte. */
  stream(opening: VersionOpening, request: unknown, limits: RunLimits): Promise<OutputStream>;
  kill(reason: EndReason): void;
  /** Whether the process was killed. It may still be running for a moment. */
  isKilled(): boolean;
  /** Bytes of resident memory. */
  resident(): number;
  /** Have it open another version for the next request, which names it. It is idle. */
  leaveVersion(): void;
  /** Whether it has its version open. */
  isOpen(): boolean;
  /** Resolves when it has opened its version; never when it ends before. */
  opened(): Promise<void>;
  readonly ended: Promise<void>;
}

/** How long a process may remain after the program that confines it. */
const mostRemainsMs = 5_000;

export function startProcess(settings: ProcessSettings): SandboxProcess {
  const { entry, folder, residentBytes, onWarning, reads, writes = [] } = settings;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const launched = launch(entry, folder, [...reads], writes);
  const child = launched.process;
  child.stderr!.setEncoding('utf8').on('data', onWarning);
  const lifetime = createLifetime(launched);
  const channel = createChannel(child, lifetime);
  const opener = createOpener(folder, reads, channel, lifetime);
  const watch = (limits: RunLimits) => watchRun(launched, lifetime, residentBytes, limits);
  const ended = new Promise<void>(resolve => {
    const end = () => {
      channel.close();
      fs.rmSync(folder, { recursive: true, force: true });
      resolve();
    };
    // Not 'exit': the confining program may end before the process does. Both hold the pipes that 'close' waits for. The process
    // ends soon after; if it does not, nothing more can be done about it.
    child.once('close', end);
    child.once('exit', () => setTimeout(end, mostRemainsMs).unref());
    child.on('error', end);
  });

  return {
    leaveVersion: opener.leave,
    isOpen: lifetime.isOpen,
    opened: lifetime.opened,
    ended,
    kill: lifetime.kill,
    isKilled: lifetime.isKilled,
    resident: () => launched.resident(),
    async run(opening, request, limits) {
      const watched = watch(limits);
      try {
        await opener.open(opening);
        return await channel.send({ run: request });
      } finally {
        watched.stop();
      }
    },
    async stream(opening, request, limits) {
      const watched = watch(limits);
      try {
        await opener.open(opening);
        return await streamOutput({ folder, channel, lifetime, ended }, request, limits, watched);
      } catch (error) {
        watched.stop();
        throw error;
      }
    },
  };
}
