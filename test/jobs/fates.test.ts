// The outcomes of a job on every queue: done, retried, failed, aborted; and its events.
import { expect, it } from 'vitest';
import type { ProgressEvent } from '../../src/jobs/progress.ts';
import { type Job, type JobHandler, QueueUnavailable, TerminalFault } from '../../src/jobs/queue.ts';
import { until } from '../support/until.ts';
import { describeQueues, held, jobOf } from './queue-engines.ts';

describeQueues('a job', queues => {
  const { open, work, depth, drained, onError } = queues;

  it('retries a failed job with growing delays, and then fails it for good', async () => {
    const { queue } = await open();
    const ranAt: number[] = [];
    const errors: unknown[] = [];
    await work(
      queue,
      async () => {
        ranAt.push(performance.now());
        throw new Error(`broken ${ranAt.length}`);
      },
      1,
      (name, job, error) => errors.push([name, job, (error as Error).message]),
    );
    await queue.add('extract', jobOf('a'));
    await until(
      () => depth(queue),
      ({ failed }) => failed === 1,
    );
    expect(errors).toEqual([1, 2, 3, 4, 5].map(time => ['extract', jobOf('a'), `broken ${time}`]));
    const pauses = ranAt.slice(1).map((at, index) => at - ranAt[index]!);
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(50 * 2 ** index - 2);
  });

  it('does not retry a job that can never succeed, and runs it when it is added again', async () => {
    const { queue } = await open();
    const errors: string[] = [];
    await work(
      queue,
      async ({ id }) => {
        throw new TerminalFault(`never ${id}`);
      },
      1,
      (_name, _job, error) => errors.push((error as Error).message),
    );
    await queue.add('extract', jobOf('a'));
    await until(
      () => depth(queue),
      ({ failed }) => failed === 1,
    );
    await queue.add('extract', jobOf('a'));
    await until(
      () => depth(queue),
      ({ failed }) => failed === 2,
    );
    expect(errors).toEqual(['never a', 'never a']);
  });

  it('runs a job again when it asks for that, without counting a failure', async () => {
    const { queue } = await open();
    const ranAt: number[] = [];
    await work(queue, async () => {
      ranAt.push(Date.now());
      if (ranAt.length < 7) return { againInMs: 60 };
    });
    await queue.add('extract', jobOf('a'));
    await until(
      () => ranAt.length,
      times => times === 7,
    );
    await drained(queue);
    for (const [index, at] of ranAt.slice(1).entries()) expect(at - ranAt[index]!).toBeGreaterThanOrEqual(59);
    expect((await depth(queue)).failed).toBe(0);
  });

  it('lets running jobs finish when it closes', async () => {
    const { queue } = await open();
    const jobs = held();
    await work(queue, jobs.handler);
    await queue.add('extract', jobOf('a'));
    await jobs.untilBegun(1);
    let closed = false;
    const closing = queue.close(25_000).then(() => {
      closed = true;
    });
    await expect(queue.add('extract', jobOf('b'))).rejects.toThrow(QueueUnavailable);
    expect(closed).toBe(false);
    await jobs.end('a');
    await closing;
    expect(await queue.answers()).toBe(false);
  });

  it('aborts jobs that run too long when it closes, without an error', async () => {
    const { queue } = await open();
    const jobs = held();
    await work(queue, jobs.handler);
    for (const id of ['a', 'b']) await queue.add('extract', jobOf(id));
    await jobs.untilBegun(1);
    await queue.close(50);
    expect(jobs.begun).toEqual(['a']);
  });

  it('adds a job when a schedule is due, and none after it is removed', async () => {
    const { queue } = await open();
    const due: Job[] = [];
    const schedule: JobHandler = async job => {
      due.push(job);
    };
    await queue.work({ handlers: { schedule }, concurrency: {}, onError });
    const everySecond = { tenant: 'main', sourceId: 'app', pattern: '* * * * * *', timeZone: 'UTC' };
    await queue.setSchedules([everySecond]);
    await until(
      () => due.length,
      times => times >= 2,
    );
    expect(due[0]).toEqual(jobOf('app'));
    await queue.setSchedules([{ ...everySecond, sourceId: 'other' }]);
    // A job that was already due when the schedule was removed may still run, before the first job of the other schedule.
    const others = () => due.filter(job => job.id === 'other').length;
    await until(others, count => count >= 1);
    const before = due.length;
    await until(others, count => count >= 3);
    expect(due.slice(before)).not.toContainEqual(jobOf('app'));
    await queue.setSchedules([]);
    expect((await queue.depths()).schedule.delayed).toBe(0);
  });

  it('receives the events of jobs', async () => {
    const { queue } = await open();
    const aborter = new AbortController();
    const heard: ProgressEvent[] = [];
    const watching = (async () => {
      for await (const event of queue.watch(aborter.signal)) heard.push(event);
    })();
    const read = { kind: 'read', runId: 'r', sourceId: 's', type: 'Account', rejected: 0 } as const;
    let times = 0;
    await work(queue, async (_job, { emit }) => {
      times += 1;
      for (let rows = 1; rows <= 50; rows += 1) emit({ ...read, status: 'Running', rows });
      emit({ ...read, status: 'Complete', rows: times });
    });
    // Events before the watcher listens are lost, so the job emits until one arrives.
    await until(
      async () => {
        await queue.add('extract', jobOf('a'));
        return heard.map(event => event.kind === 'read' && event.status);
      },
      statuses => statuses.includes('Complete'),
    );
    aborter.abort();
    await watching;
    expect(heard.find(event => event.kind === 'read' && event.status === 'Complete')).toMatchObject(read);
  });
});
