// Crashes: of a worker in the middle of a job, and of Redis with all its data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueue } from '../../src/jobs/open-queue.ts';
import type { ProgressEvent } from '../../src/jobs/progress.ts';
import { type JobHandler, type Queue, QueueUnavailable, type WorkOptions } from '../../src/jobs/queue.ts';
import { postgresMissing, startPostgres } from '../support/servers/postgres.ts';
import { type RedisServer, redisMissing, startRedis } from '../support/servers/redis.ts';
import { until } from '../support/until.ts';
import type { KillableWorker } from './killable-worker.ts';
import { held, jobOf } from './queue-engines.ts';

/** Long enough that a living worker renews its lock in time, also on a busy machine. */
const timing = { lockMs: 3_000, stalledCheckMs: 300 };

/** Longer than any operation takes that does not wait for Redis, and shorter than a test may take. */
const withoutWaitingMs = 20_000;

describe.skipIf(redisMissing)(`a crash${redisMissing ? ` (skipped: ${redisMissing})` : ''}`, () => {
  let server: RedisServer;
  let warnings: string[];
  const faults: unknown[] = [];
  const onError: WorkOptions['onError'] = (name, job, error) => faults.push({ name, job, error });
  const opened: Queue[] = [];
  beforeEach(async () => {
    warnings = [];
    server = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(queue => queue.close(0)));
    await server.stop();
    expect(faults.splice(0)).toEqual([]);
  });

  async function open(): Promise<Queue> {
    const queue = await openQueue(server.url, {
      prefix: 'crash',
      timing,
      firstRetryMs: 50,
      onWarning: text => warnings.push(text),
    });
    opened.push(queue);
    return queue;
  }
  const work = (queue: Queue, extract: JobHandler) => queue.work({ handlers: { extract }, concurrency: {}, onError });

  it('of a worker gives its job to another', async () => {
    const queue = await open();
    const options: KillableWorker = { url: server.url, prefix: 'crash', timing };
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'killable-worker.ts'),
        JSON.stringify(options),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    try {
      await queue.add('extract', jobOf('a'));
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      expect(line).toBe('a');
      // Longer than the lock lasts: the living worker renews it, so no other worker may take the job meanwhile.
      const taken: string[] = [];
      await work(queue, async ({ id }) => {
        taken.push(id);
      });
      await queue.add('extract', jobOf('b'));
      await until(
        () => taken,
        ids => ids.includes('b'),
      );
      const since = Date.now();
      await until(
        () => Date.now() - since,
        passed => passed > 2 * timing.lockMs,
      );
      expect(taken).toEqual(['b']);
      child.kill('SIGKILL');
      await ended;
      await until(
        () => taken,
        ids => ids.includes('a'),
      );
      expect(taken).toEqual(['b', 'a']);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });

  it('of Redis, which comes back empty, is survived by all queues', async () => {
    const queue = await open();
    const other = await open();
    const jobs = held();
    const scheduled: string[] = [];
    const schedules = [{ tenant: 'main', sourceId: 'app', pattern: '* * * * * *', timeZone: 'UTC' }];
    await queue.work({
      handlers: {
        extract: jobs.handler,
        build: async (_job, { emit }) => emit({ kind: 'build', buildId: 'b', step: 'model' }),
        schedule: async ({ id }) => {
          scheduled.push(id);
        },
      },
      concurrency: {},
      onError,
    });
    const aborter = new AbortController();
    const heard: ProgressEvent[] = [];
    const watching = (async () => {
      for await (const event of other.watch(aborter.signal)) heard.push(event);
    })();
    const tellUntilHeard = async () => {
      const before = heard.length;
      await until(
        async () => {
          await other.add('build', jobOf('main'));
          return heard.length;
        },
        count => count > before,
      );
    };
    await queue.setSchedules(schedules);
    await other.add('extract', jobOf('running'));
    await other.add('extract', jobOf('waiting'));
    await jobs.untilBegun(1);
    await until(
      () => scheduled.length,
      count => count > 0,
    );
    await tellUntilHeard();

    await server.kill9();
    const started = performance.now();
    await expect(other.add('extract', jobOf('a'))).rejects.toThrow(QueueUnavailable);
    await expect(other.setSchedules(schedules)).rejects.toThrow(QueueUnavailable);
    expect(performance.now() - started).toBeLessThan(withoutWaitingMs);
    expect(await other.answers()).toBe(false);
    // The job continues, and ends while Redis is down.
    await jobs.end('running');
    // Reported at the latest by the next attempt to connect, while Redis is still down.
    await until(
      () => warnings.join('\n'),
      text => text.includes(`Redis at 127.0.0.1:${server.port}: `),
    );

    await server.restartEmpty();
    await until(
      () => other.answers(),
      answers => answers,
    );
    await other.add('extract', jobOf('waiting'));
    await jobs.untilBegun(2);
    await jobs.end('waiting');
    scheduled.length = 0;
    await other.setSchedules(schedules);
    await until(
      () => scheduled.length,
      count => count > 0,
    );
    await tellUntilHeard();
    aborter.abort();
    await watching;
    expect(jobs.begun).toEqual(['running', 'waiting']);
  });

  it('of Redis does not keep a queue from closing', async () => {
    const queue = await open();
    const jobs = held();
    await work(queue, jobs.handler);
    await queue.add('extract', jobOf('a'));
    await jobs.untilBegun(1);
    await server.kill9();
    const started = performance.now();
    await queue.close(100);
    expect(performance.now() - started).toBeLessThan(withoutWaitingMs);
  });

  it('that leaves Redis hanging fails requests, and queues continue afterwards', async () => {
    const queue = await open();
    const jobs = held();
    await work(queue, jobs.handler);
    await until(
      () => queue.answers(),
      answers => answers,
    );
    await server.freeze();
    const started = performance.now();
    await expect(queue.add('extract', jobOf('a'))).rejects.toThrow(QueueUnavailable);
    expect(performance.now() - started).toBeLessThan(withoutWaitingMs);
    expect(await queue.answers()).toBe(false);
    server.thaw();
    await until(
      () => queue.answers(),
      answers => answers,
    );
    await queue.add('extract', jobOf('b'));
    await until(
      () => jobs.begun,
      begun => begun.length > 0,
    );
    // A request that timed out may still have arrived.
    for (const id of [...jobs.begun]) await jobs.end(id);
    await until(
      () => jobs.begun,
      begun => begun.includes('b'),
    );
  });

  it('of Redis before the start delays the queue until Redis is back', async () => {
    await server.kill9();
    const queue = await open();
    const jobs = held();
    await work(queue, jobs.handler);
    await expect(queue.add('extract', jobOf('a'))).rejects.toThrow(
      new QueueUnavailable(`Redis at 127.0.0.1:${server.port} does not answer`),
    );
    await server.restartEmpty();
    await until(
      () => queue.answers(),
      answers => answers,
    );
    await queue.add('extract', jobOf('a'));
    await jobs.untilBegun(1);
    await jobs.end('a');
  });
});

describe.skipIf(postgresMissing)(`PostgreSQL${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`, () => {
  it('may drop every connection, as a restart does', async () => {
    const server = await startPostgres();
    const url = await server.createDatabase();
    const faults: unknown[] = [];
    const queue = await openQueue(url, { timing, firstRetryMs: 50 });
    const other = await openQueue(url, { timing, firstRetryMs: 50 });
    const jobs = held();
    try {
      await queue.work({
        handlers: { extract: jobs.handler },
        concurrency: {},
        onError: (_name, _job, error) => faults.push(error),
      });
      await other.add('extract', jobOf('a'));
      await jobs.untilBegun(1);
      // Wait until everything is open: BullMQ does not recover from a connection that ends while it checks its schema.
      await Promise.all([queue.depths(), other.depths()]);
      await server.dropConnections(url);
      await jobs.end('a');
      await until(
        () =>
          other.add('extract', jobOf('b')).then(
            () => true,
            () => false,
          ),
        added => added,
      );
      await until(
        () => jobs.begun,
        begun => begun.includes('b'),
      );
      await jobs.end('b');
      expect(faults).toEqual([]);
    } finally {
      await Promise.all([queue.close(0), other.close(0)]);
      await server.stop();
    }
  });
});
