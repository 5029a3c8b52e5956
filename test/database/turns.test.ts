import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns, inBackground, type Turns } from '../../src/database/turns.ts';

/** Take a turn that lasts until it is ended, and note when it begins. */
function taking(turns: Turns, begun: string[], name: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const over = turns.take(() => {
    begun.push(name);
    return promise;
  });
  return { end, over };
}

describe('turns of the one session', () => {
  it('lets requests go ahead of jobs that wait', async () => {
    const turns = createTurns();
    const begun: string[] = [];
    const first = taking(turns, begun, 'first');
    const job = inBackground(async () => taking(turns, begun, 'job'));
    const requests = ['second', 'third'].map(name => taking(turns, begun, name));
    for (const turn of [first, ...requests, await job]) turn.end();
    await Promise.all([first, ...requests, await job].map(({ over }) => over));
    expect(begun).toEqual(['first', 'second', 'third', 'job']);
  });

  it('gives a job its turn however many requests come', async () => {
    const turns = createTurns();
    let isOver = false;
    const request = async () => {
      while (!isOver) await turns.take(() => pause(1));
    };
    const requests = [request(), request(), request()];
    let jobs = 0;
    await inBackground(async () => {
      for (; jobs < 5; jobs += 1) await turns.take(async () => {});
    });
    isOver = true;
    await Promise.all(requests);
    expect(jobs).toBe(5);
  });

  it('lets requests arrive between the turns of jobs that never wait for anything', async () => {
    const turns = createTurns();
    let turnsOfJobs = 0;
    let isOver = false;
    const jobs = inBackground(async () => {
      for (; !isOver; turnsOfJobs += 1) await turns.take(async () => {});
    });
    // A timer fires only when the thread is free.
    await pause(5);
    isOver = true;
    await jobs;
    expect(turnsOfJobs).toBeGreaterThan(1);
  });

  it('gives the last turn when nobody else waits', async () => {
    const turns = createTurns();
    const begun: string[] = [];
    const first = taking(turns, begun, 'first');
    const last = turns.takeLast(async () => {
      begun.push('last');
    });
    const job = await inBackground(async () => taking(turns, begun, 'job'));
    const request = taking(turns, begun, 'request');
    for (const turn of [first, job, request]) turn.end();
    await Promise.all([first.over, job.over, request.over, last]);
    expect(begun).toEqual(['first', 'request', 'job', 'last']);
  });

  it('passes errors on, and keeps the asynchronous context of each caller', async () => {
    const turns = createTurns();
    const caller = new AsyncLocalStorage<number>();
    const failing = turns.take(async () => {
      throw new Error('this one fails');
    });
    const seen = [1, 2, 3].map(number => caller.run(number, () => turns.take(async () => caller.getStore())));
    await expect(failing).rejects.toThrow('this one fails');
    expect(await Promise.all(seen)).toEqual([1, 2, 3]);
  });
});
