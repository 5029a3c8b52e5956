// Downloads in a worker thread, so that hashing and garbage collection of large files delay no request.
import { Worker } from 'node:worker_threads';
import { type FileFacts, StorageCorrupt, StorageFault, StorageMissing } from '../storage.ts';
import type { BucketSettings } from './bucket-settings.ts';
import type { DownloadAnswer, DownloadFailure, DownloadOrder } from './download-thread.ts';

export interface Downloader {
  /**
   * Write the object `name` to a new local file, and sync it to disk.
   * @throws StorageMissing, StorageCorrupt, StorageFault, or the signal's reason; `file` is removed then
   */
  download(name: string, file: string, expected: FileFacts, signal?: AbortSignal): Promise<void>;
  /** Stops running downloads, which may leave unfinished files. */
  close(): Promise<void>;
}

/** The thread starts with the first download and stays. */
export function createDownloader(settings: BucketSettings): Downloader {
  const waiting = new Map<number, (failure: Error | undefined) => void>();
  let thread: Worker | undefined;
  let lastId = 0;
  let closed = false;

  function startThread(): Worker {
    const started = new Worker(new URL('./download-thread.ts', import.meta.url), { workerData: settings });
    started.on('message', ({ id, failure }: DownloadAnswer) => waiting.get(id)?.(failure && revive(failure)));
    const end = (reason: Error) => {
      if (thread !== started) return;
      thread = undefined;
      for (const endOne of [...waiting.values()]) endOne(reason);
    };
    started.once('error', cause => {
      const { message } = cause as Error;
      end(new StorageFault(`the thread that downloads failed: ${message}`, { transient: true, cause }));
    });
    started.once('exit', () => end(new Error('the storage is closed')));
    return started;
  }

  async function download(name: string, file: string, expected: FileFacts, signal?: AbortSignal): Promise<void> {
    if (closed) throw new Error('the storage is closed');
    signal?.throwIfAborted();
    thread ??= startThread();
    const asked = thread;
    const id = ++lastId;
    const { bytes, sha256 } = expected;
    const send = (order: DownloadOrder) => asked.postMessage(order);
    const stop = () => send({ kind: 'stop', id });
    signal?.addEventListener('abort', stop, { once: true });
    asked.ref();
    try {
      const failure = await new Promise<Error | undefined>(resolve => {
        waiting.set(id, resolve);
        send({ kind: 'download', id, name, file, expected: { bytes, sha256 } });
      });
      if (!failure) return;
      signal?.throwIfAborted();
      throw failure;
    } finally {
      waiting.delete(id);
      signal?.removeEventListener('abort', stop);
      // An idle thread keeps no process alive.
      if (waiting.size === 0) asked.unref();
    }
  }

  return {
    download,
    async close() {
      closed = true;
      await thread?.terminate();
    },
  };
}

/** An error loses its class when it is sent between threads. */
function revive({ name, message, key, what, transient }: DownloadFailure): Error {
  if (name === 'StorageMissing') return new StorageMissing(key!);
  if (name === 'StorageCorrupt') return new StorageCorrupt(key!, what!);
  if (name === 'StorageFault') return new StorageFault(message, { transient: transient! });
  return new Error(message);
}
