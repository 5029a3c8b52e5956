// The idle processes of a pool. A process that stays idle for too long is reported, so that its memory can be freed.
import type { SandboxProcess } from './process.ts';

export interface IdleProcesses {
  add(process: SandboxProcess): void;
  remove(process: SandboxProcess): void;
  /** The first match, beginning with the process that has been idle longest. */
  find(isMatch: (process: SandboxProcess) => boolean): SandboxProcess | undefined;
}

const maxIdleMs = 60_000;

export function createIdleProcesses(onExpired: (process: SandboxProcess) => void): IdleProcesses {
  /** In the order in which the processes became idle. */
  const timers = new Map<SandboxProcess, NodeJS.Timeout>();
  return {
    add(process) {
      timers.set(process, setTimeout(() => onExpired(process), maxIdleMs).unref());
    },
    remove(process) {
      clearTimeout(timers.get(process));
      timers.delete(process);
    },
    find: isMatch => [...timers.keys()].find(isMatch),
  };
}
