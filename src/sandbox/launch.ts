// Starts one process of the sandbox, confined as the machine allows, and knows it by what the operating system says of it.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { findConfinement } from './confinement.ts';

export interface Launched {
  /** The process, or the program that confines it and ends with it. */
  readonly process: ChildProcess;
  kill(): void;
  /** Resident bytes; 0 when the process is gone. */
  resident(): number;
  /** Whether it ended by a fault of its own: a bad memory access, a failed assertion. */
  isFault(): boolean;
}

const pageBytes = 4096;
/** The processes give way to the one that answers requests. */
const niceness = 10;
/** Signals that a program gets for a fault of its own (signal(7)). */
const faults: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];
/** What a program that waits for another adds to the number of the signal that ended it. */
const bySignal = 128;

/**
 * @param entry the program, a module
 * @param folder its own, which exists
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
    // Nothing of the owner's environment: no secret in it can be asked for. The programs lie compiled in a folder: to compile
    // them anew takes most of what a start takes. It ends in a folder for this version of Node.js, which each process adds.
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
      // What waits for the process ends after it, so that nothing of it is left when the end is told.
      if (pid !== undefined && pid !== child.pid && child.exitCode === null && child.signalCode === null) {
        try {
          process.kill(pid, 'SIGKILL');
          return;
        } catch {
          // It is gone already.
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
 * Run a program without work, so that it lies compiled where the confined processes may only read: they start in half the time.
 * It is not confined, and it reads nothing that came from anybody.
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

/** Resident bytes (proc(5), statm); 0 when the process is gone. */
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
    // When memory runs out, the system ends this process and not the one that answers requests.
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It ended at once, or the system has no such thing: whoever waits for it learns of it.
  }
}
