// Waits for a source only until a signal aborts, or until the source was silent for too long. A connector that hangs and ignores
// its signal then blocks neither the run nor the process.
import { SourceUnavailable } from './transient.ts';

/** How long to wait for a source. */
export interface WaitLimits {
  readonly signal: AbortSignal;
  /** Milliseconds for each answer. */
  readonly silenceMs: number;
}

/** The waits that each signal ends. They share one listener, because a signal searches all its listeners when one is added. */
const waiting = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

function waitingUntil(signal: AbortSignal): Set<(reason: unknown) => void> {
  const known = waiting.get(signal);
  if (known) return known;
  const rejects = new Set<(reason: unknown) => void>();
  waiting.set(signal, rejects);
  const abortAll = () => {
    for (const reject of rejects) reject(signal.reason);
  };
  signal.addEventListener('abort', abortAll, { once: true });
  return rejects;
}

/**
 * @throws the signal's reason once it aborts, SourceUnavailable when the source is silent for too long; the promise is then
 *   ignored
 */
export async function orAborted<Value>(promise: Promise<Value>, { signal, silenceMs }: WaitLimits): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const rejects = waitingUntil(signal);
  const timer = setTimeout(() => {
    reject(new SourceUnavailable(`the source neither answered nor failed for ${Math.round(silenceMs / 1000)} s`));
  }, silenceMs);
  rejects.add(reject);
  if (signal.aborted) reject(signal.reason);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
    rejects.delete(reject);
  }
}

/** The values of a source, each awaited as {@link orAborted} does. @throws as orAborted does */
export async function* untilAborted<Value>(source: AsyncIterable<Value>, limits: WaitLimits): AsyncIterable<Value> {
  const values = source[Symbol.asyncIterator]();
  // A generator's `return` does not settle while its `next` is pending, so it must not be awaited then.
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const next = await orAborted(
        values.next().finally(() => {
          waiting = false;
        }),
        limits,
      );
      if (next.done) return;
      yield next.value;
    }
  } finally {
    const ended = values.return?.();
    if (limits.signal.aborted || waiting) ended?.catch(() => {});
    else await ended;
  }
}
