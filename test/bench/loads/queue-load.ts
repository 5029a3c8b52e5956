// Adds small jobs to a queue and runs them, with this service's queue or BullMQ alone, and prints the seconds.
import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { openQueue } from '../../../src/jobs/open-queue.ts';

export interface QueueLoad {
  readonly side: 'ours' | 'bullmq';
  readonly url: string;
  readonly jobs: number;
  readonly concurrency: number;
}

export interface QueueLoadResult {
  readonly addSeconds: number;
  readonly workSeconds: number;
}

interface Side {
  add(id: string): Promise<unknown>;
  work(done: () => void): Promise<void>;
  close(): Promise<void>;
}

/** The number of jobs that are added concurrently, as by this number of requests. */
const addedAtOnce = 100;

async function ours({ url, concurrency }: QueueLoad): Promise<Side> {
  const queue = await openQueue(url, { prefix: `bench-${randomUUID()}` });
  return {
    add: id => queue.add('extract', { tenant: 'main', id }),
    work: done =>
      queue.work({
        handlers: { extract: async () => done() },
        concurrency: { extract: concurrency },
        onError(_name, _job, error) {
          throw error;
        },
      }),
    close: () => queue.close(25_000),
  };
}

function bullmq({ url, concurrency }: QueueLoad): Side {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const name = `bench-${randomUUID()}`;
  const queue = new Queue(name, { connection: connection as never });
  let worker: Worker | undefined;
  return {
    add: id => queue.add('extract', { tenant: 'main', id }, { removeOnComplete: true }),
    async work(done) {
      worker = new Worker(name, async () => done(), { connection: connection as never, concurrency });
    },
    async close() {
      await worker?.close();
      await queue.close();
      connection.disconnect();
    },
  };
}

async function measure(load: QueueLoad): Promise<QueueLoadResult> {
  const side = load.side === 'ours' ? await ours(load) : bullmq(load);
  const ids = Array.from({ length: load.jobs }, () => randomUUID());
  const started = performance.now();
  for (let from = 0; from < ids.length; from += addedAtOnce) {
    await Promise.all(ids.slice(from, from + addedAtOnce).map(id => side.add(id)));
  }
  const added = performance.now();
  await new Promise<void>((resolve, reject) => {
    let left = load.jobs;
    side
      .work(() => {
        left -= 1;
        if (left === 0) resolve();
      })
      .catch(reject);
  });
  const done = performance.now();
  await side.close();
  return { addSeconds: (added - started) / 1000, workSeconds: (done - added) / 1000 };
}

const result = await measure(JSON.parse(process.argv[2]!) as QueueLoad);
process.stdout.write(`${JSON.stringify(result)}\n`);
