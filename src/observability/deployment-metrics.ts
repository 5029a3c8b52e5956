// What a scrape asks of the pieces that processes share: how much waits in the queues, what the storage's cache holds.
import { Gauge, type Registry } from 'prom-client';
import type { Queue } from '../jobs/queue.ts';
import type { Storage } from '../storage/storage.ts';

type Depths = Awaited<ReturnType<Queue['depths']>>;

export function observeQueue(registry: Registry, queue: Pick<Queue, 'depths'>): void {
  const registers = [registry];
  let asking: Promise<Depths | undefined> | undefined;
  /** Once for both; it gives up by itself within two seconds. */
  const ask = () =>
    (asking ??= queue
      .depths()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      }));
  new Gauge({
    name: 'rolecall_queue_up',
    help: 'Whether the queue answered this scrape',
    registers,
    async collect() {
      this.set((await ask()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'rolecall_queue_jobs',
    help: 'Jobs in the queues of the whole deployment: waiting, active, delayed, failed (given up and kept); none while the queue is away',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const depths = await ask();
      this.reset();
      for (const [name, depth] of Object.entries(depths ?? {})) {
        for (const [state, jobs] of Object.entries(depth)) this.set({ queue: name, state }, jobs as number);
      }
    },
  });
}

export function observeStorage(registry: Registry, storage: Pick<Storage, 'cachedBytes'>): void {
  if (!storage.cachedBytes) return;
  new Gauge({
    name: 'rolecall_storage_cache_bytes',
    help: 'Local copies of what the bucket holds; storage.cache_mb limits them',
    registers: [registry],
    collect() {
      this.set(storage.cachedBytes!());
    },
  });
}
