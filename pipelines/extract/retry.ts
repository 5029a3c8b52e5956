// Whether and when a run is retried after a fault of its source.
import { isTransient, SourceUnavailable } from '../../src/connector/transient.ts';
import type { Database } from '../../src/database/database.ts';
import { findRun } from '../../src/state/runs.ts';
import { mostFailures } from '../job/leased.ts';

const firstDelayMs = 2_000;
const longestDelayMs = 600_000;

/**
 * The delay in milliseconds after which a run is retried; undefined when the fault ends the run. The delay grows exponentially with
 * the failures since progress was last saved. It has some jitter, so that sources that failed together are not retried together.
 */
export async function retryDelayMs(database: Database, runId: string, error: unknown): Promise<number | undefined> {
  if (!isTransient(error)) return undefined;
  const run = await findRun(database, runId);
  // A run that reads everything follows, and it is retried.
  if (run?.targeted) return undefined;
  const failures = run?.failures ?? 0;
  if (failures + 1 >= mostFailures) return undefined;
  if (error instanceof SourceUnavailable && error.retryAfterMs !== undefined) {
    return Math.ceil(Math.min(error.retryAfterMs, longestDelayMs));
  }
  return Math.round(Math.min(firstDelayMs * 4 ** failures, longestDelayMs) * (0.75 + Math.random() / 2));
}
