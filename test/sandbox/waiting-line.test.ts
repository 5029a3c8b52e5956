import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ended } from '../../src/sandbox/failures.ts';
import { createWaitingLine, Overloaded } from '../../src/sandbox/waiting-line.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const line = () => createWaitingLine<string>({ waiting: 3, waitingOfOwner: 3, atWorkOfOwner: 3, patienceMs: 1000 });
const anyKey = (_key: string) => true;
const served = async (waiting: ReturnType<typeof line>, atWork: Record<string, number> = {}, isReady = anyKey) => {
  const order: string[] = [];
  const first = () => waiting.first(owner => atWork[owner] ?? 0, isReady);
  for (let next = first(); next; next = first()) {
    order.push(`${next.owner} ${next.key}`);
    atWork[next.owner] = (atWork[next.owner] ?? 0) + 1;
    next.give('turn');
  }
  return order;
};

describe('a waiting line', () => {
  it('serves one owner in order', async () => {
    const waiting = line();
    const turns = ['1', '2', '3'].map(key => waiting.join('a', key, undefined));
    expect(await served(waiting)).toEqual(['a 1', 'a 2', 'a 3']);
    expect(await Promise.all(turns)).toEqual(['turn', 'turn', 'turn']);
  });

  it('prefers the owner with fewer running requests', async () => {
    const waiting = line();
    for (const [owner, key] of [
      ['crowd', '1'],
      ['crowd', '2'],
      ['single', '3'],
    ] as const) {
      void waiting.join(owner, key, undefined);
    }
    expect(await served(waiting, { crowd: 1 })).toEqual(['single 3', 'crowd 1', 'crowd 2']);
  });

  it('serves others while a request has to wait for its process', async () => {
    const waiting = line();
    for (const key of ['1', '2', '3']) void waiting.join('a', key, undefined);
    expect(await served(waiting, {}, key => key !== '1')).toEqual(['a 2', 'a 3']);
    expect(await served(waiting)).toEqual(['a 1']);
  });

  it('refuses a request when it is full, and a request that has waited too long', async () => {
    const waiting = line();
    const turns = ['1', '2', '3'].map(key => waiting.join('a', key, undefined));
    await expect(waiting.join('b', '4', undefined)).rejects.toBeInstanceOf(Overloaded);
    const settled = Promise.allSettled(turns);
    vi.advanceTimersByTime(1000);
    expect((await settled).map(turn => turn.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(waiting.length).toBe(0);
  });

  it('removes a request that was cancelled, and all requests when it closes', async () => {
    const waiting = line();
    const leaving = new AbortController();
    const gone = waiting.join('a', '1', leaving.signal);
    const left = waiting.join('a', '2', undefined);
    leaving.abort();
    await expect(gone).rejects.toMatchObject({ reason: 'cancelled' });
    expect(waiting.length).toBe(1);
    waiting.close();
    await expect(left).rejects.toBeInstanceOf(Ended);
    await expect(waiting.join('a', '3', AbortSignal.abort())).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it('gives an owner no more than its share of the processes, and the rest to others', async () => {
    const waiting = createWaitingLine<string>({ waiting: 9, waitingOfOwner: 9, atWorkOfOwner: 2, patienceMs: 1000 });
    for (const [owner, key] of [
      ['crowd', '1'],
      ['crowd', '2'],
      ['crowd', '3'],
      ['single', '4'],
    ] as const) {
      waiting.join(owner, key, undefined).catch(() => {});
    }
    expect(await served(waiting)).toEqual(['crowd 1', 'single 4', 'crowd 2']);
    expect(waiting.length).toBe(1);
    waiting.close();
  });

  it('refuses an owner whose share of the line is full, and lets others in', async () => {
    const waiting = createWaitingLine<string>({ waiting: 3, waitingOfOwner: 2, atWorkOfOwner: 1, patienceMs: 1000 });
    const turns = ['1', '2'].map(key => waiting.join('crowd', key, undefined));
    await expect(waiting.join('crowd', '3', undefined)).rejects.toMatchObject({ isOwnFault: true });
    const other = waiting.join('single', '4', undefined);
    await expect(waiting.join('third', '5', undefined)).rejects.toMatchObject({ isOwnFault: false });
    const settled = Promise.allSettled([...turns, other]);
    waiting.close();
    await settled;
  });
});
