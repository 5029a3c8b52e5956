// Every kind of queue, for tests that must pass on each.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { WorkerTiming } from '../../src/jobs/bullmq/worker.ts';
import { openQueue } from '../../src/jobs/open-queue.ts';
import type { Depth, Job, JobHandler, Queue, WorkOptions } from '../../src/jobs/queue.ts';
import { noPostgres, noRedis, usePostgres, useRedis } from '../support/servers/servers.ts';
import { patienceMs, until } from '../support/until.ts';

interface Engine {
  readonly url: string | undefined;
  stop(): Promise<void>;
}

const embedded = {
  name: 'embedded',
  start: async () => ({ url: undefined, stop: async () => {} }),
  missing: undefined,
};
const servers = [
  { name: 'Redis', start: useRedis, missing: noRedis },
  {
    name: 'PostgreSQL',
    async start() {
      const server = await usePostgres();
      return { url: await server.createDatabase(), stop: () => server.stop() };
    },
    missing: noPostgres,
  },
];

/** Long enough that no worker counts as dead because the machine is busy. */
const living: WorkerTiming = { lockMs: 30_000, stalledCheckMs: 500 };

/** The fixtures of queue tests. All opened queues are closed after each test. */
export interface Queues {
  /** An empty queue; `again` opens it once more, as another process would. */
  open(timing?: WorkerTiming): Promise<{ readonly queue: Queue; again(): Promise<Queue> }>;
  /** Records the errors of handlers. Any recorded error fails the test; a test that expects errors passes its own function. */
  onError: WorkOptions['onError'];
  work(queue: Queue, extract: JobHandler, concurrency?: number, onError?: WorkOptions['onError']): Promise<void>;
  depth(queue: Queue): Promise<Depth>;
  /** Resolves when no `extract` job is left. */
  drained(queue: Queue): Promise<Depth>;
}

/** Declare the same tests for each engine; those of a missing server are skipped, with the reason in the title. */
export function describeQueues(title: string, tests: (queues: Queues) => void): void {
  describeEach([embedded, ...servers], title, tests);
}

/** As describeQueues, without the embedded queue, which exists within one process only. */
export function describeSharedQueues(title: string, tests: (queues: Queues) => void): void {
  describeEach(servers, title, tests);
}

type Declared = { readonly name: string; start(): Promise<Engine>; readonly missing: string | undefined };

function describeEach(engines: readonly Declared[], title: string, tests: (queues: Queues) => void): void {
  for (const { name, start, missing } of engines) {
    describe.skipIf(missing)(`${title} (${name}${missing ? `; skipped: ${missing}` : ''})`, () =>
      tests(useQueues(start)),
    );
  }
}

function useQueues(start: () => Promise<Engine>): Queues {
  let engine: Engine;
  const opened: Queue[] = [];
  const faults: unknown[] = [];
  const noteFault: WorkOptions['onError'] = (name, job, error) => faults.push({ name, job, error });
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(queue => queue.close(0)));
    expect(faults.splice(0)).toEqual([]);
  });
  const depth = async (queue: Queue) => (await queue.depths()).extract;
  return {
    async open(timing = living) {
      const prefix = `test-${randomUUID()}`;
      const again = async () => {
        // Retry soon, so that tests need not wait. A busy machine may let a server answer late.
        const queue = await openQueue(engine.url, { prefix, firstRetryMs: 50, timing, answerMs: patienceMs });
        opened.push(queue);
        return queue;
      };
      return { queue: await again(), again };
    },
    onError: noteFault,
    work: (queue, extract, concurrency = 1, onError = noteFault) =>
      queue.work({ handlers: { extract }, concurrency: { extract: concurrency }, onError }),
    depth,
    drained: queue =>
      until(
        () => depth(queue),
        ({ waiting, active, delayed }) => waiting + active + delayed === 0,
      ),
  };
}

export const jobOf = (id: string, tenant = 'main'): Job => ({ tenant, id });

/** A handler whose jobs end when the test says. */
export function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const handler: JobHandler = ({ id }, { signal }) =>
    new Promise((resolve, reject) => {
      begun.push(id);
      ends.set(id, resolve);
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  return {
    begun,
    handler,
    /** Resolves when this number of jobs has begun. */
    async untilBegun(count: number) {
      await until(
        () => begun,
        ids => ids.length === count,
      );
    },
    async end(id: string) {
      await until(
        () => ends.get(id),
        end => end !== undefined,
      );
      ends.get(id)!();
      ends.delete(id);
    },
  };
}
