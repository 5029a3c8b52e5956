// The embedded queue: jobs run in this process. What waits here is lost with the process, and re-added from state.
import type { JobHandler, JobName, Queue } from './queue.ts';

interface InlineQueueOptions {
  readonly handlers: Readonly<Record<JobName, JobHandler>>;
  /** How many jobs of a name run at once. */
  readonly concurrency: Readonly<Record<JobName, number>>;
  onError(name: JobName, id: string, error: unknown): void;
}

export function createInlineQueue({ handlers, concurrency, onError }: InlineQueueOptions): Queue {
  const waiting = new Map<JobName, Set<string>>();
  const running = new Map<JobName, Map<string, Promise<void>>>();
  const stop = new AbortController();

  const of = <Value>(map: Map<JobName, Value>, name: JobName, make: () => Value): Value => {
    const value = map.get(name) ?? make();
    map.set(name, value);
    return value;
  };

  function runNext(name: JobName): void {
    const queue = of(waiting, name, () => new Set());
    const active = of(running, name, () => new Map());
    for (const id of queue) {
      if (stop.signal.aborted || active.size >= concurrency[name]) return;
      // A job that runs may be added again, for what came since it began; it then runs once more afterwards.
      if (active.has(id)) continue;
      queue.delete(id);
      const job = Promise.resolve()
        .then(() => handlers[name](id, stop.signal))
        .catch(error => {
          if (!stop.signal.aborted) onError(name, id, error);
        })
        .finally(() => {
          active.delete(id);
          runNext(name);
        });
      active.set(id, job);
    }
  }

  return {
    add(name, id) {
      if (stop.signal.aborted) return;
      of(waiting, name, () => new Set()).add(id);
      runNext(name);
    },
    async close() {
      stop.abort();
      waiting.clear();
      await Promise.all([...running.values()].flatMap(active => [...active.values()]));
    },
  };
}
