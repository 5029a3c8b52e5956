// Writes that come at the same time become one.
import { expect, it } from 'vitest';
import { createWriteGroups } from '../../src/database/grouped-writes.ts';

/** Writes numbers, and remembers which were written together. Negative numbers make a write fail. */
function recorder(most: () => number) {
  const written: number[][] = [];
  const { grouped } = createWriteGroups(most);
  const write = grouped(async (items: readonly number[]) => {
    written.push([...items]);
    if (items.some(item => item < 0)) throw new Error('refused');
    return items.map(item => item * 10);
  });
  return { written, write, grouped };
}

it('are written together once all that can come have come, each with its own result', async () => {
  const { written, write } = recorder(() => 3);
  expect(await Promise.all([1, 2, 3].map(write))).toEqual([10, 20, 30]);
  expect(written).toEqual([[1, 2, 3]]);
});

it('do not wait for others for ever', async () => {
  const { written, write } = recorder(() => 3);
  expect(await Promise.all([write(1), write(2)])).toEqual([10, 20]);
  expect(written).toEqual([[1, 2]]);
});

it('of one kind do not wait when all others wait with another kind', async () => {
  const { written, write, grouped } = recorder(() => 2);
  const order: string[] = [];
  const other = grouped(async (items: readonly string[]) => {
    order.push(...items);
    return items;
  });
  expect(await Promise.all([write(1), other('a')])).toEqual([10, 'a']);
  expect([written, order]).toEqual([[[1]], ['a']]);
});

it('fail together, and the next ones are written', async () => {
  const { written, write } = recorder(() => 2);
  const results = await Promise.allSettled([write(-1), write(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([write(3), write(4)])).toEqual([30, 40]);
  expect(written).toEqual([
    [-1, 2],
    [3, 4],
  ]);
});

it('that come during a write are written by the next one', async () => {
  let proceed = () => {};
  const started: number[][] = [];
  const { grouped } = createWriteGroups(() => 1);
  const write = grouped(async (items: readonly number[]) => {
    started.push([...items]);
    if (started.length === 1) await new Promise<void>(resolve => (proceed = resolve));
    return items;
  });
  const first = write(1);
  const others = [write(2), write(3)];
  proceed();
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3]);
  expect(started).toEqual([[1], [2, 3]]);
});
