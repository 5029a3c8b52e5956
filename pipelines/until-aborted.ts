// Waiting for a source no longer than a signal allows: a source that stands still and hears nothing of its run's end keeps
// neither the process nor the run.

/** @throws the signal's reason once it aborts; what becomes of the promise then is nobody's concern */
export async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The values of a source, until the signal aborts. @throws the signal's reason then */
export async function* untilAborted<Value>(source: AsyncIterable<Value>, signal: AbortSignal): AsyncIterable<Value> {
  const values = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(values.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ended = values.return?.();
    // A generator that stands still does not come to its end either.
    if (signal.aborted) ended?.catch(() => {});
    else await ended;
  }
}
