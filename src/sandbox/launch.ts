// Starts one process of the sandbox, confined as far as the machine allows, and observes it through the operating system.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { findConfinement } from './confinement.ts';

export interface Launched {
  /** The process, or the program that confines it and ends when it ends. */
  readonly process: ChildProcess;
  kill(): void;
  /** Resident memory in bytes; 0 when the process has ended. */
  resident(): number;
  /** Whether it crashed: a bad memory access, a failed assertion. */
  isFault(): boolean;
}

const pageBytes = 4096;
/** The nice value of the processes, so that the process that answers requests comes first. */
const niceness = 10;
/** Signals that a program gets when it crashes (signal(7)). */
const faults: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];
/** A program that waits for a child exits with this number plus the signal that ended the child. */
const bySignal = 128;

/**
 * @param entry the module to run
 * @param folder the process's own folder, which exists
 * @param read further folders that it may read; @param write further folders that it may write to
 */
export function launch(entry: string, folder: string, read: readonly string[], write: readonly string[]): Launched {
  const cache = getCompileCacheDir();
  const reach = { folder, read: cache === undefined ? read : [...read, path.dirname(cache)], write };
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', entry];
  const { command, args, inherits, tells } = findConfinement().launch(program, reach);
  const stdio: ('ignore' | 'pipe' | 'ipc' | number)[] = ['ignore', 'ignore', 'pipe', 'ipc'];
  const descriptor = inherits && fs.openSync(inherits.file, 'r');
  if (descriptor !== undefined) stdio[inherits!.descriptor] = descriptor;
  if (tells !== undefined) stdio[tells] = 'pipe';
  const child = spawn(command, args, {
    cwd: folder,
    // Nothing of the owner's environment, so that no secret in it can be read. The compile cache saves most of the time of a
    // start. The cache folder ends in a folder for this version of Node.js, which each process adds itself.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(cache) },
    stdio,
    serialization: 'advanced',
  });
  if (descriptor !== undefined) fs.closeSync(descriptor);
  let pid = child.pid;
  if (pid !== undefined) yieldTo(pid);
  if (tells !== undefined) {
    toldPid(child.stdio[tells as 3] as Readable, told => {
      pid = told;
      yieldTo(told);
    });
  }
  return {
    process: child,
    kill() {
      // Kill the process itself and not the program that waits for it. That program then exits afterwards, so its exit means that
      // nothing of the process is left.
      if (pid !== undefined && pid !== child.pid && child.exitCode === null && child.signalCode === null) {
        try {
          process.kill(pid, 'SIGKILL');
          return;
        } catch {
          // It has ended already.
        }
      }
      child.kill('SIGKILL');
    },
    resident: () => (pid === undefined ? 0 : residentOf(pid)),
    isFault: () =>
      faults.some(name => name === child.signalCode || child.exitCode === bySignal + os.constants.signals[name]),
  };
}

/**
 * Run a program without work, so that its code is compiled to the cache, which confined processes can only read. They then start
 * in half the time. This process is not confined, and it reads no data.
 */
export function compile(entry: string): void {
  const cache = getCompileCacheDir();
  if (cache === undefined || !findConfinement().inForce.has('files')) return;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: { NODE_COMPILE_CACHE: path.dirname(cache) },
    stdio: 'ignore',
  });
  child.once('error', () => {}).unref();
  if (child.pid !== undefined) yieldTo(child.pid);
}

/** Resident memory in bytes (proc(5), statm); 0 when the process has ended. */
function residentOf(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}

function toldPid(output: Readable, tell: (pid: number) => void): void {
  let text = '';
  output
    .setEncoding('utf8')
    .on('data', part => {
      text += part;
    })
    .on('end', () => {
      const [, pid] = /"child-pid":\s*(\d+)/.exec(text) ?? [];
      if (pid !== undefined) tell(Number(pid));
    })
    .on('error', () => {});
}

function yieldTo(pid: number): void {
  try {
    os.setPriority(pid, niceness);
    // When memory runs out, the kernel kills this process and not the one that answers requests.
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended already, which its owner notices elsewhere, or the system lacks this feature.
  }
}
