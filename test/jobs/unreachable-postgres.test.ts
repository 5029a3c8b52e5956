// A queue in PostgreSQL while its server cannot be reached: when the queue opens, and later.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openQueue } from '../../src/jobs/open-queue.ts';
import type { ProgressEvent } from '../../src/jobs/progress.ts';
import type { JobHandler, Queue } from '../../src/jobs/queue.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/servers/cutting-proxy.ts';
import { noPostgres, usePostgres } from '../support/servers/servers.ts';
import { until } from '../support/until.ts';
import { held, jobOf } from './queue-engines.ts';

describe.skipIf(noPostgres)(`a queue in PostgreSQL${noPostgres ? ` (skipped: ${noPostgres})` : ''}`, () => {
  let server: Awaited<ReturnType<typeof usePostgres>>;
  let database: URL;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await usePostgres();
    database = new URL(await server.createDatabase());
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** The way of one process to the server. */
  async function startWay(): Promise<CuttingProxy> {
    const way = await startCuttingProxy(Number(database.port));
    closing.push(() => way.stop());
    return way;
  }

  async function open(way: CuttingProxy, prefix: string, onWarning?: (text: string) => void): Promise<Queue> {
    const url = new URL(database);
    url.port = String(way.port);
    const timing = { lockMs: 1_000, stalledCheckMs: 100 };
    const queue = await openQueue(url.href, { prefix, timing, ...(onWarning && { onWarning }) });
    closing.push(() => queue.close(0));
    return queue;
  }

  const work = (queue: Queue, extract: JobHandler) =>
    queue.work({ handlers: { extract }, concurrency: {}, onError: () => {} });

  /** Also where the server of a busy machine answers late. A job that waits already is not added again. */
  const added = (queue: Queue, id: string) =>
    until(
      () =>
        queue.add('extract', jobOf(id)).then(
          () => true,
          () => false,
        ),
      isAdded => isAdded,
    );

  it('that opened while the server was away works once it is back', async () => {
    const way = await startWay();
    way.goDown();
    const warnings: string[] = [];
    const queue = await open(way, `test-${randomUUID()}`, text => warnings.push(text));
    const done: string[] = [];
    await work(queue, async ({ id }) => void done.push(id));
    expect(await queue.answers()).toBe(false);
    await expect(queue.add('extract', jobOf('refused'))).rejects.toThrow('does not answer');
    await expect.poll(() => warnings).not.toEqual([]);
    way.comeUp();
    await expect.poll(() => queue.answers()).toBe(true);
    await expect.poll(async () => (await queue.workers()).extract).toBe(1);
    await added(queue, 'a');
    await expect.poll(() => done).toContain('a');
  });

  it('that lost the server takes over jobs of dead workers, and passes progress on, once it is back', async () => {
    const [dying, living] = [await startWay(), await startWay()];
    const prefix = `test-${randomUUID()}`;
    const first = await open(dying, prefix);
    const jobs = held();
    await work(first, jobs.handler);
    await added(first, 'taken over');
    await jobs.untilBegun(1);

    const warnings: string[] = [];
    const second = await open(living, prefix, text => warnings.push(text));
    const event: ProgressEvent = { kind: 'run', runId: 'r', sourceId: 's', status: 'Landed' };
    const done: string[] = [];
    await work(second, async ({ id }, { emit }) => {
      emit(event);
      done.push(id);
    });
    const watching = new AbortController();
    const events: ProgressEvent[] = [];
    const watched = (async () => {
      for await (const seen of second.watch(watching.signal)) events.push(seen);
    })();
    closing.push(() => {
      watching.abort();
      return watched;
    });
    await expect.poll(async () => (await second.workers()).extract).toBe(2);
    living.goDown();
    await expect.poll(() => warnings).not.toEqual([]);
    living.comeUp();
    await expect.poll(() => second.answers()).toBe(true);
    dying.goDown();
    await expect.poll(() => done).toContain('taken over');
    // Events before the reader has its connection again are lost, so a job sends one until one arrives.
    const sent = async () => {
      await added(second, 'next');
      return events;
    };
    await until(sent, all => all.length > 0);
    expect(events[0]).toEqual(event);
  });
});
