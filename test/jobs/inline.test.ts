// The embedded queue: a job that waits is one job, a job that runs may be asked for again, and closing waits.
import { describe, expect, it } from 'vitest';
import { createInlineQueue } from '../../src/jobs/inline.ts';
import type { JobHandler } from '../../src/jobs/queue.ts';

/** A queue whose extract jobs end when the test says. */
function heldQueue(concurrency: number) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const errors: unknown[] = [];
  const extract: JobHandler = (id, signal) =>
    new Promise((resolve, reject) => {
      begun.push(id);
      ends.set(id, resolve);
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  const queue = createInlineQueue({
    handlers: {
      extract,
      build: async () => {
        throw new Error('broken');
      },
      export: async () => {},
      sweep: async () => {},
    },
    concurrency: { extract: concurrency, build: 1, export: 1, sweep: 1 },
    onError: (_name, _id, error) => errors.push(error),
  });
  const settled = () => new Promise(resolve => setImmediate(resolve));
  return { queue, begun, ends, errors, settled };
}

describe('the embedded queue', () => {
  it('runs as many at once as it may, in the order in which they were added', async () => {
    const { queue, begun, ends, settled } = heldQueue(2);
    for (const id of ['a', 'b', 'c']) queue.add('extract', id);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    ends.get('a')!();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    await queue.close();
  });

  it('takes a waiting job once, and a running one once more', async () => {
    const { queue, begun, ends, settled } = heldQueue(1);
    for (const id of ['a', 'b', 'b', 'b']) queue.add('extract', id);
    await settled();
    queue.add('extract', 'a');
    queue.add('extract', 'a');
    ends.get('a')!();
    await settled();
    ends.get('b')!();
    await settled();
    ends.get('a')!();
    await settled();
    expect(begun).toEqual(['a', 'b', 'a']);
    await queue.close();
  });

  it('goes on after a job that failed, and tells', async () => {
    const { queue, errors, settled } = heldQueue(1);
    queue.add('build', 'x');
    await settled();
    queue.add('build', 'y');
    await settled();
    expect(errors).toEqual([new Error('broken'), new Error('broken')]);
    await queue.close();
  });

  it('tells running jobs to stop, waits for them, and takes no more', async () => {
    const { queue, begun, errors, settled } = heldQueue(1);
    queue.add('extract', 'a');
    queue.add('extract', 'b');
    await settled();
    await queue.close();
    queue.add('extract', 'c');
    await settled();
    expect(begun).toEqual(['a']);
    expect(errors).toEqual([]);
  });
});
