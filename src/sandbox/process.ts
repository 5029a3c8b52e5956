// One process, seen by its owner: started, given work, watched, killed.
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import type { VersionOpening } from '../warehouse/version/read-only.ts';
import { pipeName } from './child.ts';
import { launch } from './launch.ts';
import type { Failure, Order, Report } from './messages.ts';

export interface ChildSettings {
  /** The program, a module that calls `serveOwner`. */
  readonly entry: string;
  /** The process's own folder, made for it and removed after it. */
  readonly folder: string;
  /** Folders that it may write to besides. */
  readonly writes?: readonly string[];
  /** Folders of versions whose files cannot be linked into the folder of a process, and which it may read therefore. */
  readonly reads: Set<string>;
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
  run(opening: VersionOpening, request: unknown, limits: Limits): Promise<unknown>;
  /** Resolves with the first byte. `finished` settles when the process is free for other work, or gone. */
  stream(
    opening: VersionOpening,
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
/** What is held of an output on its way. */
const bufferBytes = 1024 * 1024;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  streaming(about: unknown): void;
}

export function startChild(settings: ChildSettings): ChildProcess {
  const { entry, folder, residentBytes, complain, reads, writes = [] } = settings;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mayRead = new Set(reads);
  const launched = launch(entry, folder, [...reads], writes);
  const child = launched.process;
  child.stderr!.setEncoding('utf8').on('data', complain);
  let pending: Pending | undefined;
  let reason: EndReason | undefined;
  let opening: Promise<unknown> | undefined;
  let isOpen = false;
  const endReason = () => {
    if (reason) return reason;
    if (!isOpen) return 'unopened';
    return launched.isFault() ? 'crashed' : 'died';
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
    launched.kill();
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

  const open = (what: VersionOpening) => {
    if (!opening) {
      const isLinked = linkInto(folder, what.file);
      if (!isLinked && !mayRead.has(versionsOf(what.file))) {
        // The next one may.
        reads.add(versionsOf(what.file));
        kill('unopened');
      }
      const file = isLinked ? path.join(folder, path.basename(what.file)) : what.file;
      opening = tell({ open: { ...what, file } }).then(() => {
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
      if (launched.resident() > residentBytes) kill('memory');
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
    resident: () => launched.resident(),
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
 * Have the folder of a process hold the file too, so that the process needs to read no other folder.
 * @returns false where the system has no such links, between file systems for example
 */
function linkInto(folder: string, file: string): boolean {
  try {
    fs.linkSync(file, path.join(folder, path.basename(file)));
    return true;
  } catch {
    return false;
  }
}

/** The folder of all versions of a tenant. */
function versionsOf(file: string): string {
  return path.resolve(file, '../..');
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
