// Whether and when a run is tried again after a fault of its source.
import { isTransient, SourceUnavailable } from '../src/connector/transient.ts';
import type { SyncRun } from '../src/state/runs.ts';
import { mostFailures } from './claimed.ts';

/** Whether a run goes on later rather than end with what broke. */
export function mayRetry(run: SyncRun, error: unknown): boolean {
  return isTransient(error) && run.failures + 1 < mostFailures;
}

const firstDelayMs = 2_000;
const longestDelayMs = 600_000;

/** Exponential, each a little different, so that sources that broke together do not come back together. */
export function retryDelayMs({ failures }: SyncRun, error: unknown): number {
  if (error instanceof SourceUnavailable && error.retryAfterMs !== undefined) {
    return Math.min(error.retryAfterMs, longestDelayMs);
  }
  return Math.min(firstDelayMs * 4 ** failures, longestDelayMs) * (0.75 + Math.random() / 2);
}
