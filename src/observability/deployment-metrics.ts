// Metrics of the parts that processes share, read at each scrape: the depth of the queues and the size of the storage's cache.
// Where processes share a port, a gauge of what they share is not added up (shared-metrics.ts): its `aggregator` says how.
import { Gauge, type Registry } from 'prom-client';
import type { Queue } from '../jobs/queue.ts';
import type { Storage } from '../storage/storage.ts';

type Depths = Awaited<ReturnType<Queue['depths']>>;

export function observeQueue(registry: Registry, queue: Pick<Queue, 'depths'>): void {
  const registers = [registry];
  let asking: Promise<Depths | undefined> | undefined;
  /** Both gauges share one request, which has a time limit of two seconds. */
  const ask = () =>
    (asking ??= queue
      .depths()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      }));
  new Gauge({
    name: 'rolecall_queue_up',
    aggregator: 'min',
    help: 'Whether the queue answered this scrape',
    registers,
    async collect() {
      this.set((await ask()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'rolecall_queue_jobs',
    aggregator: 'max',
    help: 'Jobs in the queues of the whole deployment: waiting, active, delayed, failed (given up and kept); none while the queue is unavailable',
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
    help: 'Local copies of files of the bucket; storage.cache_mb limits them',
    registers: [registry],
    collect() {
      this.set(storage.cachedBytes!());
    },
  });
}
