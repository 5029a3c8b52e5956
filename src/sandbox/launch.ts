// Starts one process of the sandbox, confined as far as the machine allows, and asks the operating system about it.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { lowerPriority } from '../niceness.ts';
import { findConfinement } from './confinement.ts';
import { letReadAll, letWrite, own, sandboxUser } from './sandbox-user.ts';

export interface Launched {
  /** The process, or the program that confines it and ends when it ends. */
  readonly process: ChildProcess;
  kill(): void;
  /** Resident memory in bytes; 0 when the process has ended. */
  resident(): number;
  /** Whether the process ended by its own fault: a bad memory access, a failed assertion. */
  isFault(): boolean;
}

const pageBytes = 4096;
/** Below the priority of the process that answers requests. */
const niceness = 10;
/** Signals that a program gets for its own faults (signal(7)). */
const faults: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];
/** A program that ran another one exits with this number plus the signal that ended the other one. */
const bySignal = 128;

/**
 * @param entry the program, a module
 * @param folder the folder of the process, which exists
 * @param read other folders that it may read
 * @param write other folders that it may write to
 */
export function launch(entry: string, folder: string, read: readonly string[], write: readonly string[]): Launched {
  const cache = getCompileCacheDir();
  const reach = { folder, read: cache === undefined ? read : [...read, path.dirname(cache)], write };
  const program = [process.execPath, '--disable-warning=ExperimentalWarning', entry];
  if (findConfinement().inForce.has('user')) {
    own(folder);
    write.forEach(letWrite);
  }
  const { command, args, inherits, pidDescriptor } = findConfinement().launch(program, reach);
  const stdio: ('ignore' | 'pipe' | 'ipc' | number)[] = ['ignore', 'ignore', 'pipe', 'ipc'];
  const descriptor = inherits && fs.openSync(inherits.file, 'r');
  if (descriptor !== undefined) stdio[inherits!.descriptor] = descriptor;
  if (pidDescriptor !== undefined) stdio[pidDescriptor] = 'pipe';
  const child = spawn(command, args, {
    cwd: folder,
    // Nothing of the owner's environment, which may hold secrets. The cache saves compiling the program, which is most of the
    // time of a start. The last part of its path names the version of Node.js; each process adds that part itself.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(cache) },
    stdio,
    serialization: 'advanced',
  });
  if (descriptor !== undefined) fs.closeSync(descriptor);
  let pid = child.pid;
  if (pid !== undefined) yieldTo(pid);
  if (pidDescriptor !== undefined) {
    readPid(child.stdio[pidDescriptor as 3] as Readable, inner => {
      pid = inner;
      yieldTo(inner);
      if (isKilled) kill();
    });
  }
  let isKilled = false;
  /**
   * The confining program ends after the process, so its exit means that nothing of the process is left. If the confining program
   * were killed while it makes the namespaces, the process would survive. So this waits until the id of the process is known.
   */
  function kill(): void {
    isKilled = true;
    if (pidDescriptor === undefined) child.kill('SIGKILL');
    else if (pid !== child.pid && !isClosed) endAtOnce(pid!);
  }
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
  });
  // Somebody else killed the confining program, perhaps while it made the namespaces.
  child.once('exit', (_code, signal) => {
    if (signal !== null) kill();
  });
  /** The process; where the confining program puts a parent before it, the parent and the process. */
  const processes = () => (pid === undefined ? [] : [pid, ...childrenOf(pid)]);
  child.once('message', () => processes().forEach(yieldTo));
  return {
    process: child,
    kill,
    resident: () => processes().reduce((sum, each) => sum + residentOf(each), 0),
    isFault: () =>
      faults.some(name => name === child.signalCode || child.exitCode === bySignal + os.constants.signals[name]),
  };
}

/** The programs that this process had compiled. */
const compiled = new Set<string>();

/**
 * Run a program without work, once, so that it is compiled into the cache. Confined processes can only read the cache; with the
 * compiled program they start in half the time. This run is not confined, and it reads no input.
 */
export function compile(entry: string): void {
  const cache = getCompileCacheDir();
  if (cache === undefined || compiled.has(entry) || !findConfinement().inForce.has('files')) return;
  compiled.add(entry);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: { NODE_COMPILE_CACHE: path.dirname(cache) },
    stdio: 'ignore',
  });
  child.once('error', () => {}).unref();
  child.once('exit', () => {
    try {
      shareCache(path.dirname(cache));
    } catch {
      // A cache on a disk that nobody may write to stays as it is. Processes compile the program themselves then.
    }
  });
  if (child.pid !== undefined) yieldTo(child.pid);
}

/**
 * Let processes that run as a user of their own read the cache. Node.js searches it in a folder whose name ends with the number of the user
 * (GetCacheVersionTag of its compile_cache.cc), so each such folder gets a second name.
 * @throws Error when the cache cannot be changed
 */
export function shareCache(folder: string): void {
  if (!findConfinement().inForce.has('user')) return;
  const ending = new RegExp(`-${process.getuid!()}$`);
  for (const name of fs.readdirSync(folder).filter(each => ending.test(each))) {
    try {
      fs.symlinkSync(name, path.join(folder, name.replace(ending, `-${sandboxUser.uid}`)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  letReadAll(folder);
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Resident memory in bytes (proc(5), statm); 0 when the process has ended. */
function residentOf(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}

/** The processes that a process has started (proc(5), children); none where the kernel does not report them. */
function childrenOf(pid: number): number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Read the id of the process from the report of the program that confines it. */
function readPid(output: Readable, onPid: (pid: number) => void): void {
  let text = '';
  output
    .setEncoding('utf8')
    .on('data', part => {
      text += part;
    })
    .on('end', () => {
      const [, pid] = /"child-pid":\s*(\d+)/.exec(text) ?? [];
      if (pid !== undefined) onPid(Number(pid));
    })
    .on('error', () => {});
}

function yieldTo(pid: number): void {
  try {
    lowerPriority(niceness, pid);
    // When memory runs out, the kernel kills this process and not the one that answers requests.
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process ended at once, which its exit reports, or the system has no such setting.
  }
}
