// The order in which jobs run, on every queue.
import { expect, it } from 'vitest';
import type { AddOptions } from '../../src/jobs/queue.ts';
import { describeQueues, held, jobOf } from './queue-engines.ts';

describeQueues('a queue', queues => {
  const { open, work, depth, drained } = queues;

  it('takes jobs in the order of their priorities, then of adding', async () => {
    const { queue } = await open();
    const order: string[] = [];
    const added: [string, AddOptions?][] = [
      ['later', { priority: 10 }],
      ['first'],
      ['soon', { priority: 2 }],
      ['last', { priority: 2 ** 20 }],
      ['second'],
      ['soon too', { priority: 2 }],
    ];
    for (const [id, options] of added) await queue.add('extract', jobOf(id), options);
    expect(await depth(queue)).toEqual({ waiting: 6, active: 0, delayed: 0, failed: 0 });
    await work(queue, async ({ id }) => {
      order.push(id);
    });
    await drained(queue);
    expect(order).toEqual(['first', 'second', 'soon', 'soon too', 'later', 'last']);
  });

  it('runs as many at once as it may', async () => {
    const { queue } = await open();
    const jobs = held();
    await work(queue, jobs.handler, 2);
    for (const id of ['a', 'b', 'c']) await queue.add('extract', jobOf(id));
    await jobs.untilBegun(2);
    expect(await depth(queue)).toEqual({ waiting: 1, active: 2, delayed: 0, failed: 0 });
    expect(jobs.begun).toEqual(['a', 'b']);
    await jobs.end('a');
    await jobs.end('c');
    await jobs.end('b');
    await drained(queue);
    expect(jobs.begun).toEqual(['a', 'b', 'c']);
  });

  it('runs a delayed job at once when it is added again with `now`', async () => {
    const { queue } = await open();
    await queue.add('extract', jobOf('put off'), { delayMs: 3_600_000 });
    await queue.add('extract', jobOf('put off'), { delayMs: 0 });
    expect((await depth(queue)).delayed).toBe(1);
    const done: string[] = [];
    await work(queue, async ({ id }) => void done.push(id));
    await queue.add('extract', jobOf('put off'), { now: true });
    await queue.add('extract', jobOf('another'), { now: true });
    await drained(queue);
    expect(done.toSorted()).toEqual(['another', 'put off']);
  });

  it('lets a job wait for its time', async () => {
    const { queue } = await open();
    // Longer than adding the other job takes.
    const delayMs = 4_000;
    const order: string[] = [];
    const addedAt = Date.now();
    let ranAfter = 0;
    await work(queue, async ({ id }) => {
      order.push(id);
      if (id === 'delayed') ranAfter = Date.now() - addedAt;
    });
    await queue.add('extract', jobOf('delayed'), { delayMs });
    await queue.add('extract', jobOf('delayed'));
    expect((await depth(queue)).delayed).toBe(1);
    await queue.add('extract', jobOf('now'));
    await drained(queue);
    expect(order).toEqual(['now', 'delayed']);
    expect(ranAfter).toBeGreaterThanOrEqual(delayMs - 1);
  });

  it('keeps one waiting job for each tenant and id, beside a running one', async () => {
    const { queue } = await open();
    const jobs = held();
    const tenants: string[] = [];
    for (const id of ['a', 'b', 'b', 'b']) await queue.add('extract', jobOf(id));
    await queue.add('extract', jobOf('b', 'other'));
    await queue.add('extract', jobOf('b', 'other'));
    await work(queue, (job, run) => {
      tenants.push(job.tenant);
      return jobs.handler(job, run);
    });
    await jobs.untilBegun(1);
    for (let i = 0; i < 3; i += 1) await queue.add('extract', jobOf('a'));
    await jobs.end('a');
    await jobs.end('b');
    await jobs.untilBegun(3);
    await jobs.end('b');
    await jobs.end('a');
    await drained(queue);
    expect(jobs.begun).toEqual(['a', 'b', 'b', 'a']);
    expect(tenants).toEqual(['main', 'main', 'other', 'main']);
  });

  it('takes only the names that it has handlers for', async () => {
    const { queue } = await open();
    const ran: string[] = [];
    await work(queue, async ({ id }) => {
      ran.push(id);
    });
    await queue.add('build', jobOf('main'));
    await queue.add('extract', jobOf('a'));
    await drained(queue);
    expect(ran).toEqual(['a']);
    expect((await queue.depths()).build).toEqual({ waiting: 1, active: 0, delayed: 0, failed: 0 });
    expect(await queue.answers()).toBe(true);
  });
});
