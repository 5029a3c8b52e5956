// Waiting for a source no longer than a signal allows, nor than a source may be silent: one that stands still and hears
// nothing of its run's end keeps neither the process nor the run.
import { SourceUnavailable } from '../../src/connector/transient.ts';

/** How long a source is waited for. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Milliseconds for each thing that it is asked for. */
  readonly silenceMs: number;
}

/**
 * @throws the signal's reason once it aborts, SourceUnavailable when the source is silent for too long; what becomes of the
 *   promise then is nobody's concern
 */
export async function orAborted<Value>(promise: Promise<Value>, { signal, silenceMs }: Patience): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  const timer = setTimeout(() => {
    reject(new SourceUnavailable(`the source neither answered nor failed for ${Math.round(silenceMs / 1000)} s`));
  }, silenceMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** The values of a source, until the patience is over. @throws as orAborted does */
export async function* untilAborted<Value>(source: AsyncIterable<Value>, patience: Patience): AsyncIterable<Value> {
  const values = source[Symbol.asyncIterator]();
  // While it is waited for a value, a generator does not come to its end either.
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const next = await orAborted(
        values.next().finally(() => {
          waiting = false;
        }),
        patience,
      );
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ended = values.return?.();
    if (patience.signal.aborted || waiting) ended?.catch(() => {});
    else await ended;
  }
}
