// Threads that compress what DuckDB writes. Each reads the lines of one statement at a time from a named pipe, so the documents are
// never on disk, nor in memory as a whole, before they are compressed.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { literal, type Statements } from '../../duckdb.ts';
import type { CompressAnswer, CompressOrder, PieceOfFile } from './piece.ts';

export interface Compressor extends AsyncDisposable {
  /** Run a query of lines ({@link CompressOrder}), and compress them. Waits until a thread is free. */
  compress(query: string, order: Omit<CompressOrder, 'pipe'>): Promise<PieceOfFile>;
}

interface Thread {
  readonly worker: Worker;
  readonly pipe: string;
}

/**
 * @param duckdb runs as many statements at once as there are threads
 * @param folder for the pipes
 */
export function createCompressor(duckdb: Statements, folder: string, threads: number): Compressor {
  const pipes = Array.from({ length: threads }, (_, number) => path.join(folder, `documents-${number}`));
  execFileSync('mkfifo', ['-m', '600', ...pipes], { env: { PATH: '/usr/bin:/bin' } });
  const started: Worker[] = [];
  const free: (Thread | string)[] = [...pipes];
  const waiting: ((thread: Thread | string) => void)[] = [];

  function startThread(pipe: string): Thread {
    const worker = new Worker(new URL('./compress-thread.ts', import.meta.url));
    started.push(worker);
    return { worker, pipe };
  }

  return {
    async compress(query, order) {
      const given = free.pop() ?? (await new Promise<Thread | string>(resolve => waiting.push(resolve)));
      const thread = typeof given === 'string' ? startThread(given) : given;
      try {
        return await compressOn(thread, duckdb, query, order);
      } finally {
        const next = waiting.shift();
        if (next) next(thread);
        else free.push(thread);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(worker => worker.terminate()));
      for (const pipe of pipes) fs.rmSync(pipe);
    },
  };
}

async function compressOn(
  { worker, pipe }: Thread,
  duckdb: Statements,
  query: string,
  order: Omit<CompressOrder, 'pipe'>,
): Promise<PieceOfFile> {
  // While this is open, neither the thread nor DuckDB waits for the other one to open the pipe.
  const bothEnds = fs.openSync(pipe, fs.constants.O_RDWR);
  const { opened, done } = answersOf(worker);
  let writing: number | undefined;
  try {
    worker.postMessage({ ...order, pipe } satisfies CompressOrder);
    await Promise.race([opened, done]);
    writing = fs.openSync(pipe, 'w');
  } finally {
    // From now on the pipe breaks for DuckDB when the thread fails.
    fs.closeSync(bothEnds);
  }
  const statement = duckdb.run(
    `COPY (${query}) TO ${literal(pipe)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\\x01')`,
  );
  // The lines end when all writers have closed the pipe.
  const [copied, compressed] = await Promise.allSettled([statement.finally(() => fs.closeSync(writing)), done]);
  if (compressed.status === 'rejected' && copied.status === 'fulfilled') throw compressed.reason;
  if (copied.status === 'rejected')
    throw isBrokenPipe(copied.reason) && compressed.status === 'rejected' ? compressed.reason : copied.reason;
  return (compressed as PromiseFulfilledResult<PieceOfFile>).value;
}

function isBrokenPipe(error: unknown): boolean {
  return /broken pipe/i.test((error as Error).message);
}

/** The answers of a thread to the order that it is given next. */
function answersOf(worker: Worker): { opened: Promise<void>; done: Promise<PieceOfFile> } {
  const opened = Promise.withResolvers<void>();
  const done = Promise.withResolvers<PieceOfFile>();
  const end = () => {
    worker.off('message', receive).off('error', fail).off('exit', exited);
  };
  const fail = (error: unknown) => {
    done.reject(error);
    end();
  };
  const exited = () => fail(new Error('the thread that compresses documents has ended'));
  const receive = (answer: CompressAnswer) => {
    if (answer.kind === 'opened') return opened.resolve();
    if (answer.kind === 'failed') return fail(Object.assign(new Error(answer.message), { code: answer.code }));
    done.resolve(answer.piece);
    end();
  };
  worker.on('message', receive).once('error', fail).once('exit', exited);
  done.promise.catch(() => {});
  return { opened: opened.promise, done: done.promise };
}
