import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshLookup, outageMs } from '../../src/issuers/fresh-lookup.ts';

const unavailable = new Error('nobody answers');

/** A lookup whose answers the test sets, and a count of its loads. */
function scripted<Value>(answer: () => Promise<Value>) {
  const state = { now: 1_000_000, loads: 0, answer };
  const lookup = freshLookup(
    () => {
      state.loads += 1;
      return state.answer();
    },
    { freshMs: 5000, atMost: 2, now: () => state.now, isOutage: error => error === unavailable },
  );
  return { state, lookup };
}

it('shares a load, and loads again when the answer is too old', async () => {
  const { state, lookup } = scripted(async () => 'first');
  expect(await Promise.all([lookup.get('a'), lookup.get('a')])).toEqual(['first', 'first']);
  expect(state.loads).toBe(1);
  state.answer = async () => 'second';
  state.now += 4999;
  expect(await lookup.get('a')).toBe('first');
  state.now += 1;
  expect(await lookup.get('a')).toBe('second');
});

it('does not cache a failed load', async () => {
  const { state, lookup } = scripted<string>(() => Promise.reject(unavailable));
  await expect(lookup.get('a')).rejects.toBe(unavailable);
  state.answer = async () => 'there';
  expect(await lookup.get('a')).toBe('there');
  state.now += 5000;
  state.answer = () => Promise.reject(new Error('a fault'));
  await expect(lookup.get('a')).rejects.toThrow('a fault');
});

it('returns the last answer during an outage, for a limited time', async () => {
  const { state, lookup } = scripted<string>(async () => 'known');
  await lookup.get('a');
  state.answer = () => Promise.reject(unavailable);
  for (const age of [5000, 60_000, outageMs - 1]) {
    state.now = 1_000_000 + age;
    expect(await lookup.get('a')).toBe('known');
    await expect(lookup.getNewer('a', 1000), 'what has to be new').rejects.toBe(unavailable);
    await expect(lookup.get('b'), 'what was not known').rejects.toBe(unavailable);
  }
  state.now = 1_000_000 + outageMs;
  await expect(lookup.get('a')).rejects.toBe(unavailable);
});

it('does not load for each request during an outage', async () => {
  const { state, lookup } = scripted<string>(async () => 'known');
  await lookup.get('a');
  state.answer = () => Promise.reject(unavailable);
  state.now += 5000;
  for (let request = 0; request < 100; request += 1) await lookup.get('a');
  expect(state.loads).toBe(2);
});

it('waits only once for a dead connection', async () => {
  const { state, lookup } = scripted<string>(async () => 'known');
  await Promise.all([lookup.get('a'), lookup.get('b')]);
  state.answer = () => new Promise(() => {});
  state.now += 5000;
  expect(await lookup.get('a')).toBe('known');
  for (let request = 0; request < 10; request += 1) {
    state.now += 900;
    const waited = nextTurn().then(() => 'waited');
    expect(await Promise.race([lookup.get(request % 2 ? 'a' : 'b'), waited])).toBe('known');
  }
});

it('waits again when the outage may be over, so that no caller gets an answer from before it', async () => {
  const { state, lookup } = scripted<string>(async () => 'known');
  await lookup.get('a');
  state.answer = () => Promise.reject(unavailable);
  state.now += 5000;
  await lookup.get('a');
  state.answer = async () => 'changed meanwhile';
  state.now += 60_000;
  expect(await lookup.get('a')).toBe('changed meanwhile');
});

it('does not keep a missing value', async () => {
  const { state, lookup } = scripted<string | undefined>(async () => undefined);
  expect(await lookup.get('a')).toBeUndefined();
  state.answer = () => Promise.reject(unavailable);
  state.now += 5000;
  await expect(lookup.get('a')).rejects.toBe(unavailable);
});

it('loads again when its clock was set back', async () => {
  const { state, lookup } = scripted(async () => 'first');
  await lookup.get('a');
  state.answer = async () => 'second';
  state.now -= 3_600_000;
  expect(await lookup.get('a')).toBe('second');
  expect(await lookup.get('a')).toBe('second');
  expect(state.loads).toBe(2);
});

it('drops the key that was loaded longest ago when there are too many', async () => {
  const { state, lookup } = scripted(async () => 'known');
  for (const key of ['a', 'b', 'a']) await lookup.get(key);
  await lookup.get('c');
  expect(state.loads).toBe(3);
  for (const key of ['b', 'c']) await lookup.get(key);
  expect(state.loads, 'b and c are kept').toBe(3);
  await lookup.get('a');
  expect(state.loads, 'a was dropped, although it was used last').toBe(4);
});
