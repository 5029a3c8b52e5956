// Reads that bring only what has changed: versions hold the rest, deleted objects are gone, and whatever goes wrong, nothing is lost.
import { afterEach, expect, it } from 'vitest';
import type { Page } from '../../src/connector/contract.ts';
import { isLong } from '../support/long-tests.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { type ChangingService, range, sorted, startChanging } from '../support/service/changing-service.ts';
import { changingSource } from '../support/service/changing-source.ts';

let test: ChangingService;
afterEach(() => test.close());

it('brings only changes, and versions hold the rest', async () => {
  const source = changingSource();
  test = await startChanging(source);
  source.put(...range(0, 50));
  await test.sync();
  await test.expectSame();
  expect(await test.lastRead()).toMatchObject({ status: 'Complete', rows: 50, kept: 0 });

  source.put(3, 60);
  source.remove(4, 5, 99);
  await test.sync();
  await test.expectSame();
  expect(source.asked).toEqual([undefined, '50']);
  expect(await test.lastRead()).toMatchObject({ status: 'Complete', rows: 2, kept: 0, unchanged: 47 });

  await test.sync();
  await test.expectSame();
  expect(source.asked.at(-1)).toBe('55');
  expect(await test.lastRead()).toMatchObject({ status: 'Complete', rows: 0, unchanged: 49 });
});

it('reads everything when asked to, when the settings have changed, and when the position has expired', async () => {
  const source = changingSource();
  test = await startChanging(source);
  source.put(...range(0, 20));
  await test.sync();
  source.remove(7);
  await test.sync([], false, true);
  expect(source.asked).toEqual([undefined, undefined]);
  await test.expectSame();
  expect(await test.lastRead()).not.toHaveProperty('unchanged');

  source.oldest = 1000;
  source.remove(8);
  await test.sync();
  expect(source.asked.at(-1)).toBe('21');
  await test.expectSame();
  source.oldest = 0;
  await test.sync();
  expect(source.asked.at(-1)).toBe('22');

  const { folder, scripts } = test;
  await test.service.close();
  scripts.set('other', scripts.get('app')!);
  test = await startChanging(source, {
    folder,
    sources: { other: scripts.get('app')! },
    settings: { sources: [{ id: 'app', connector: 'scripted', settings: { script: 'other' } }] },
  });
  source.remove(9);
  await test.sync();
  expect(source.asked.at(-1)).toBeUndefined();
  await test.expectSame();
});

it('starts where the last complete read ended, as long as reads fail, are partial, or reject records', async () => {
  const source = changingSource();
  test = await startChanging(source);
  source.put(...range(0, 30));
  await test.sync();

  source.put(1, ...range(30, 45));
  source.remove(2);
  source.onPage = page => {
    if (page === 2) throw new Error('the source broke');
    return undefined;
  };
  await test.sync();
  expect(await test.lastRead()).toMatchObject({ status: 'Failed' });
  expect((await test.served()).size).toBeGreaterThanOrEqual(30);

  source.onPage = page => (page === 1 ? { rejected: [{ place: 'x', reasons: ['odd'], id: 'Account-3' }] } : undefined);
  await test.sync();
  expect(source.asked).toEqual([undefined, '30', '30']);
  await test.expectSame();
  expect(await test.lastRead()).toMatchObject({ status: 'Partial', kept: 1, unchanged: 27 });

  const gap = { reason: 'forbidden', subject: 'GET /users', message: 'no', missing: 'objects' } as const;
  source.onPage = () => ({ gaps: [gap] });
  await test.sync();
  expect(await test.lastRead()).toMatchObject({ status: 'Partial', kept: 28, unchanged: 0 });
  source.onPage = () => undefined;
  await test.sync();
  expect(source.asked.slice(3)).toEqual(['30', '30']);
  await test.sync();
  expect(source.asked.at(-1)).toBe('47');
  await test.expectSame();
});

it('lays changes over the last good data while the source is held back', async () => {
  const source = changingSource();
  test = await startChanging(source, { settings: { hold_back: { gone_percent: 10 } } });
  source.put(...range(0, 40));
  await test.sync();
  source.remove(...range(0, 20));
  await test.sync();
  expect((await test.served()).size).toBe(40);
  source.put(...range(0, 20));
  await test.sync();
  expect(source.asked).toEqual([undefined, '40', '40']);
  await test.expectSame();
});

it.each<[name: string, page: Partial<Page>]>([
  ['changes in a full read', { changesOnly: true }],
  ['removed objects in a full read', { removed: ['Account-1'] }],
])('refuses %s', async (_name, page) => {
  const source = changingSource();
  test = await startChanging(source);
  source.put(...range(0, 20));
  await test.sync();
  source.onPage = () => page;
  await test.sync([], false, true);
  expect(await test.lastRead()).toMatchObject({ status: 'Failed', error: expect.stringMatching('connector bug') });
  await test.expectSame();
});

it('agrees with the source after any sequence of changes and faults', { timeout: 600_000 }, async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const source = changingSource(3);
  test = await startChanging(source);
  // So many that some reads are laid over others, and some land everything.
  source.put(...range(0, 40));
  for (let step = 0; step < (isLong ? 200 : 6); step += 1) {
    const some = () => range(0, random.below(4)).map(() => random.below(50));
    source.put(...some());
    source.remove(...some());
    if (random.below(5) === 0) source.oldest = Number.MAX_SAFE_INTEGER;
    const breaksAt = random.below(3) === 0 ? random.below(4) : 0;
    source.onPage = page => {
      if (page === breaksAt) throw new Error('the source broke');
      return undefined;
    };
    await test.sync();
    source.oldest = 0;
    const isWhole = (await test.lastRead()).status === 'Complete';
    if (isWhole)
      expect({ seed, step, served: sorted(await test.served()) }).toEqual({ seed, step, served: sorted(source.now) });
  }
});
