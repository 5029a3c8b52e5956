// Work on many files, objects or parts, some at a time.
import pLimit from 'p-limit';

/**
 * Work on up to `most` items at a time. The first failure aborts the others; it is thrown once all have stopped.
 * @throws the first error, or the signal's reason
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal | undefined,
  work: (item: Item, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal;
  const limit = pLimit(most);
  const one = async (item: Item) => {
    stop.throwIfAborted();
    await work(item, stop);
  };
  await Promise.all(items.map(item => limit(one, item).catch(error => failing.abort(error))));
  stop.throwIfAborted();
}
