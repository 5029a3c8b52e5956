// Compresses what DuckDB writes, in threads. Each reads the lines of one statement at a time from a named pipe, so the documents are
// never on disk, nor in memory as a whole, before they are compressed.
import fs from 'node:fs';
import type { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { literal, type Statements } from '../../duckdb.ts';
import { type CompressThread, endThread, keepThread, takeThread } from './compress-threads.ts';
import type { CompressAnswer, CompressOrder, PieceOfFile } from './piece.ts';

export interface Compressor extends Disposable {
  /** Run a query of lines ({@link CompressOrder}), and compress them. Waits until a thread is free. */
  compress(query: string, order: Omit<CompressOrder, 'pipe'>): Promise<PieceOfFile>;
}

/** @param duckdb runs as many statements at once as there are threads */
export function createCompressor(duckdb: Statements, threads: number): Compressor {
  const inTurn = pLimit(threads);
  const free: CompressThread[] = [];
  return {
    compress: (query, order) =>
      inTurn(async () => {
        const thread = free.pop() ?? takeThread();
        try {
          const piece = await compressOn(thread, duckdb, query, order);
          free.push(thread);
          return piece;
        } catch (error) {
          // The thread may still answer this order, so it cannot be given another one.
          await endThread(thread);
          throw error;
        }
      }),
    [Symbol.dispose]() {
      for (const thread of free) keepThread(thread);
    },
  };
}

async function compressOn(
  { worker, pipe }: CompressThread,
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
    // From now on the thread is the only reader: when it fails, DuckDB gets an error (broken pipe) instead of waiting.
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
