// Which job overtakes which while a worker is busy, on every queue.
import { expect, it } from 'vitest';
import { describeQueues, held, jobOf } from './queue-engines.ts';

describeQueues('a queue with a busy worker', queues => {
  const { open, work, depth, drained } = queues;

  it('lets a job of a higher priority overtake all waiting jobs, whichever process adds it', async () => {
    const { queue, again } = await open();
    const jobs = held();
    await work(queue, jobs.handler);
    await queue.add('extract', jobOf('busy'), { priority: 1 });
    await jobs.untilBegun(1);
    for (let index = 0; index < 20; index += 1) await queue.add('extract', jobOf(`waits-${index}`), { priority: 100 });
    // The embedded queue exists within one process only.
    const other = queue.boardQueues() ? await again() : queue;
    await other.add('extract', jobOf('urgent'), { priority: 2 });
    await other.add('extract', jobOf('more urgent'), { priority: 1 });
    expect(await depth(queue)).toEqual({ waiting: 22, active: 1, delayed: 0, failed: 0 });
    for (const id of ['busy', 'more urgent', 'urgent']) await jobs.end(id);
    for (let index = 0; index < 20; index += 1) await jobs.end(`waits-${index}`);
    await drained(queue);
    expect(jobs.begun.slice(0, 4)).toEqual(['busy', 'more urgent', 'urgent', 'waits-0']);
    expect(jobs.begun.slice(3)).toEqual(Array.from({ length: 20 }, (_, index) => `waits-${index}`));
  });

  it('keeps the priority of a job that runs again', async () => {
    const { queue } = await open();
    const jobs = held();
    const begun: string[] = [];
    let times = 0;
    await work(queue, async (job, run) => {
      begun.push(job.id);
      if (job.id !== 'again') return jobs.handler(job, run);
      times += 1;
      return times === 1 ? { againInMs: 1 } : undefined;
    });
    await queue.add('extract', jobOf('busy'), { priority: 1 });
    await jobs.untilBegun(1);
    for (const [id, priority] of [
      ['last', 9],
      ['again', 5],
      ['next', 1],
    ] as const)
      await queue.add('extract', jobOf(id), { priority });
    await jobs.end('busy');
    await jobs.end('next');
    await jobs.end('last');
    await drained(queue);
    expect(begun.slice(0, 3)).toEqual(['busy', 'next', 'again']);
    expect(begun.toSorted()).toEqual(['again', 'again', 'busy', 'last', 'next']);
  });
});
