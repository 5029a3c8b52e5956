// One process, seen by its owner: started, given work, watched, killed.
import { type ChildProcess as NodeProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { type Readable, Transform } from 'node:stream';
import { pipeName } from './child.ts';
import type { Failure, Order, Report } from './messages.ts';

export interface ChildSettings {
  /** The program, a module that calls `serveOwner`. */
  readonly entry: string;
  /** The process's own folder, made for it and removed after it. */
  readonly folder: string;
  /** Resident memory in bytes at which the process is killed. */
  readonly residentBytes: number;
  /** What the process writes to its standard error, line by line. */
  complain(text: string): void;
}

export type EndReason =
  | 'time'
  | 'memory'
  | 'output'
  | 'cancelled'
  | 'replaced'
  | 'idle'
  | 'closed'
  | 'damaged'
  | 'crashed'
  | 'died'
  | 'unopened';

/**
 * The process ended before it answered. Nobody here meant it to in three cases: `unopened`, before it saw the request;
 * `crashed`, by a fault of its own program (a bad memory access, a failed assertion); `died`, by a signal from outside.
 */
export class Ended extends Error {
  readonly reason: EndReason;
  constructor(reason: EndReason) {
    super(`the process ended: ${reason}`);
    this.reason = reason;
  }
}

/** The process answered that the request failed. */
export class RequestFailed extends Error {
  readonly details: unknown;
  /** Whether the process did not know the failure either. It was killed then: what failed may have damaged it. */
  readonly isUnknown: boolean;
  constructor({ message, details, isUnknown = false }: Failure) {
    super(message);
    this.details = details;
    this.isUnknown = isUnknown;
  }
}

export interface Limits {
  /** Until the result, or the first byte of the output. */
  readonly timeMs: number;
  /** From the first byte to the last. */
  readonly streamTimeMs?: number;
  /** Bytes that the output may have. */
  readonly outputBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChildProcess {
  run(opening: object, request: unknown, limits: Limits): Promise<unknown>;
  /** Resolves with the first byte. `finished` settles when the process is free for other work, or gone. */
  stream(
    opening: object,
    request: unknown,
    limits: Limits,
  ): Promise<{ about: unknown; output: Readable; finished: Promise<void> }>;
  kill(reason: EndReason): void;
  /** Whether it was killed, gone already or not. */
  isDoomed(): boolean;
  /** Bytes of memory that it has. */
  resident(): number;
  readonly ended: Promise<void>;
}

const watchEveryMs = 100;
const pageBytes = 4096;
/** What is held of an output on its way. */
const bufferBytes = 1024 * 1024;
/** The processes give way to the one that answers requests. */
const niceness = 10;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  streaming(about: unknown): void;
}

export function startChild({ entry, folder, residentBytes, complain }: ChildSettings): ChildProcess {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const child: NodeProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    cwd: folder,
    // Nothing of the owner's environment: no secret in it can be asked for.
    env: compiled(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid !== undefined) yieldTo(child.pid);
  child.stderr!.setEncoding('utf8').on('data', complain);
  let pending: Pending | undefined;
  let reason: EndReason | undefined;
  let opening: Promise<unknown> | undefined;
  let isOpen = false;
  const endReason = () => {
    if (reason) return reason;
    if (!isOpen) return 'unopened';
    return isFault(child) ? 'crashed' : 'died';
  };

  child.on('message', (report: Report) => {
    if ('streaming' in report) pending?.streaming(report.streaming);
    else if ('failure' in report) {
      pending?.reject(new RequestFailed(report.failure));
      if (report.failure.isUnknown) kill('damaged');
    } else pending?.resolve('result' in report ? report.result : undefined);
  });
  const ended = new Promise<void>(resolve => {
    const end = () => {
      pending?.reject(new Ended(endReason()));
      fs.rmSync(folder, { recursive: true, force: true });
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });

  function kill(why: EndReason): void {
    reason ??= why;
    child.kill('SIGKILL');
  }

  function tell(order: Order, streaming: (about: unknown) => void = () => {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      pending = { resolve, reject, streaming };
      if (child.exitCode !== null || child.signalCode !== null) reject(new Ended(endReason()));
      else child.send(order, error => error && reject(new Ended(endReason())));
    }).finally(() => {
      pending = undefined;
    });
  }

  const open = (what: object) => {
    if (!opening) {
      opening = tell({ open: what }).then(() => {
        isOpen = true;
      });
      // A process that could not open what it is for is of no use to anybody.
      opening.catch(() => kill('closed'));
    }
    return opening;
  };

  /** Kill the process when it takes too much, or when nobody waits for it any more. */
  function watch({ timeMs, signal }: Limits): { extend(ms: number): void; stop(): void } {
    const cancel = () => kill('cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    let deadline = setTimeout(() => kill('time'), timeMs);
    const memory = setInterval(() => {
      if (residentOf(child.pid!) > residentBytes) kill('memory');
    }, watchEveryMs);
    return {
      extend(ms) {
        clearTimeout(deadline);
        deadline = setTimeout(() => kill('time'), ms);
      },
      stop() {
        signal?.removeEventListener('abort', cancel);
        clearTimeout(deadline);
        clearInterval(memory);
      },
    };
  }

  return {
    ended,
    kill,
    isDoomed: () => reason !== undefined,
    resident: () => residentOf(child.pid!),
    async run(what, request, limits) {
      const watched = watch(limits);
      try {
        await open(what);
        return await tell({ run: request });
      } finally {
        watched.stop();
      }
    },
    async stream(what, request, limits) {
      const watched = watch(limits);
      let reader: number | undefined;
      try {
        await open(what);
        // Opened first and without waiting: whoever opens a pipe for writing waits for a reader.
        reader = fs.openSync(path.join(folder, pipeName), fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
        let result: Promise<unknown> | undefined;
        const about = await new Promise((resolve, reject) => {
          result = tell({ run: request }, resolve);
          result.catch(reject);
        });
        const tooLong = () => kill('output');
        const { output, finished } = outputOf(reader, result!, limits.outputBytes ?? Infinity, tooLong);
        reader = undefined;
        finished.finally(watched.stop);
        result!.catch(error => {
          output.destroy(error);
          // What failed may have left the pipe open, and whoever reads it next would wait for its end.
          kill('replaced');
        });
        ended.then(() => output.destroy(new Ended(endReason())));
        output.once('close', () => {
          if (!output.readableEnded) kill('cancelled');
        });
        await once(output, 'readable');
        watched.extend(limits.streamTimeMs ?? limits.timeMs);
        return { about, output, finished };
      } catch (error) {
        watched.stop();
        if (reader !== undefined) fs.closeSync(reader);
        throw error;
      }
    },
  };
}

/**
 * What comes through the pipe. It ends when the process says that all went well, and fails otherwise. It is `finished` when
 * the pipe is empty too: until then the next request's rows would mix with its own.
 */
function outputOf(
  descriptor: number,
  result: Promise<unknown>,
  mostBytes: number,
  tooLong: () => void,
): { output: Readable; finished: Promise<void> } {
  const pipe = new net.Socket({ fd: descriptor, readable: true, writable: false });
  let bytes = 0;
  const output = new Transform({
    highWaterMark: bufferBytes,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) tooLong();
      else done(null, chunk);
    },
    flush: done => {
      result.then(
        () => done(),
        error => done(error),
      );
    },
  });
  pipe.once('error', error => output.destroy(error));
  output.once('close', () => pipe.destroy());
  pipe.pipe(output);
  const finished = Promise.allSettled([result, once(pipe, 'close')]).then(() => {});
  return { output, finished };
}

/** Signals that a program gets for a fault of its own (signal(7)). */
const faults: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

function isFault({ signalCode }: NodeProcess): boolean {
  return faults.includes(signalCode);
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

/** Resident bytes (proc(5), statm); 0 when the process is gone. */
function residentOf(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}

/** Where the programs lie compiled: to read and compile them anew takes most of what a start takes. */
function compiled(): Record<string, string> {
  const folder = getCompileCacheDir();
  // It ends in a folder for this version of Node.js, which each process adds by itself.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
