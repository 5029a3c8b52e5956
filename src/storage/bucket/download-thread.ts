// The worker thread of a downloader. It runs several downloads at once.
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../niceness.ts';
import type { FileFacts, StorageCorrupt, StorageFault } from '../storage.ts';
import { openBucket } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { downloadFile } from './download.ts';

export type DownloadOrder =
  | {
      readonly kind: 'download';
      readonly id: number;
      /** The object's name, with the bucket's prefix. */
      readonly name: string;
      readonly file: string;
      readonly expected: FileFacts;
    }
  | { readonly kind: 'stop'; readonly id: number };

export interface DownloadAnswer {
  readonly id: number;
  readonly failure?: DownloadFailure;
}

/** The fields of a storage error that are sent between threads. */
export type DownloadFailure = Pick<Error, 'name' | 'message'> &
  Partial<Pick<StorageCorrupt & StorageFault, FailureField>>;
type FailureField = 'key' | 'what' | 'transient';

/** Gives threads that answer requests precedence under load. Only Linux has priorities per thread (sched(7)). */
const niceness = 5;

if (process.platform === 'linux') lowerPriority(niceness);
const port = parentPort!;
const bucket = openBucket(workerData as BucketSettings);
const running = new Map<number, AbortController>();

async function carryOut({ id, name, file, expected }: Extract<DownloadOrder, { kind: 'download' }>): Promise<void> {
  const stopping = new AbortController();
  running.set(id, stopping);
  try {
    await downloadFile(bucket, name, file, expected, stopping.signal);
    port.postMessage({ id } satisfies DownloadAnswer);
  } catch (error) {
    port.postMessage({ id, failure: failureOf(error) } satisfies DownloadAnswer);
  } finally {
    running.delete(id);
  }
}

function failureOf(error: unknown): DownloadFailure {
  const { name, message, key, what, transient } = error as Error & DownloadFailure;
  return { name, message, ...(key && { key }), ...(what && { what }), ...(transient !== undefined && { transient }) };
}

port.on('message', (order: DownloadOrder) => {
  if (order.kind === 'stop') running.get(order.id)?.abort();
  else void carryOut(order);
});
