// Several processes on one queue.
import { expect, it } from 'vitest';
import { patienceMs, until } from '../support/until.ts';
import { describeSharedQueues, held, jobOf } from './queue-engines.ts';

describeSharedQueues('several processes', queues => {
  const { open, work, drained } = queues;

  it('returns unfinished jobs to the queue, and another process takes them at once', async () => {
    // The lock lasts longer than the test, so a job that is not returned would not be taken.
    const { queue, again } = await open({ lockMs: 10 * patienceMs, stalledCheckMs: 500 });
    const jobs = held();
    await work(queue, jobs.handler);
    await queue.add('extract', jobOf('a'));
    await jobs.untilBegun(1);
    await queue.add('extract', jobOf('b'));
    const other = await again();
    await queue.close(50);
    const taken: string[] = [];
    await work(other, async ({ id }) => {
      taken.push(id);
    });
    await drained(other);
    expect(taken.toSorted()).toEqual(['a', 'b']);
  });

  it('spreads jobs over those that work, each once', async () => {
    const { queue, again } = await open();
    const other = await again();
    const taken: string[] = [];
    const byWorker = [0, 0];
    const { promise: both, resolve: bothWork } = Promise.withResolvers<void>();
    for (const [index, worker] of [queue, other].entries()) {
      await work(worker, async ({ id }) => {
        taken.push(id);
        byWorker[index]! += 1;
        // The first one waits until the other has one, too.
        if (Math.min(...byWorker) > 0) bothWork();
        await both;
      });
    }
    const ids = Array.from({ length: 40 }, (_, index) => `${index}`);
    await Promise.all(ids.map(id => queue.add('extract', jobOf(id))));
    await drained(queue);
    expect(taken.toSorted()).toEqual(ids.toSorted());
    expect(Math.min(...byWorker)).toBeGreaterThan(0);
  });

  it('receives the events of jobs of another process in their order', async () => {
    const { queue, again } = await open();
    const other = await again();
    const aborter = new AbortController();
    const heard: string[] = [];
    const watching = (async () => {
      for await (const event of queue.watch(aborter.signal))
        heard.push(event.kind === 'build' ? event.step : event.kind);
    })();
    const steps = Array.from({ length: 20 }, (_, index) => `step ${index}`);
    await work(other, async (_job, { emit }) => {
      for (const step of steps) emit({ kind: 'build', buildId: 'b', step });
    });
    // Events before the watcher listens are lost, so the job emits until one arrives.
    await until(
      async () => {
        await other.add('extract', jobOf('a'));
        return heard;
      },
      all => all.filter(step => step === 'step 0').length >= 2,
    );
    aborter.abort();
    await watching;
    const from = heard.indexOf('step 0');
    expect(heard.slice(from, from + steps.length)).toEqual(steps);
  });

  it('keeps a schedule that is up to date, and changes one that is not', async () => {
    const { queue, again } = await open();
    const other = await again();
    const nightly = { tenant: 'main', sourceId: 'app', pattern: '0 3 * * *', timeZone: 'Europe/Amsterdam' };
    const yearly = { tenant: 'main', sourceId: 'year', pattern: '@yearly', timeZone: 'UTC' };
    await Promise.all([queue.setSchedules([nightly, yearly]), other.setSchedules([nightly, yearly])]);
    const board = queue.boardQueues()!.find(({ name }) => name.endsWith('-schedule'))!;
    const schedulers = async () =>
      Object.fromEntries(
        (await board.getJobSchedulers(0, -1, true)).map(({ key, pattern, tz, next }) => [key, { pattern, tz, next }]),
      );
    const before = await schedulers();
    expect(Object.keys(before).toSorted()).toEqual(['main/app', 'main/year']);
    const inAmsterdam = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Amsterdam' });
    expect(inAmsterdam.format(before['main/app']!.next)).toBe('03:00');
    await other.setSchedules([nightly, yearly]);
    expect(await schedulers()).toEqual(before);
    await other.setSchedules([{ ...nightly, timeZone: 'Asia/Tokyo' }]);
    const after = await schedulers();
    expect(Object.keys(after)).toEqual(['main/app']);
    const inTokyo = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    expect(inTokyo.format(after['main/app']!.next)).toBe('03:00');
    expect((await queue.depths()).schedule.delayed).toBe(1);
  });
});
