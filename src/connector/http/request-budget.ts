// How many requests a source still allows.
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { SourceUnavailable } from '../transient.ts';
import { type AnswerHeaders, requestLimit } from './waits.ts';

export interface RequestBudget {
  /** Run `work` as soon as fewer than `parallel` others run. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Wait until the source allows another request.
   * @param longestWaitMs a longer wait is left to the pipeline, which retries the run later
   * @throws SourceUnavailable when that takes too long; the reason of the signal
   */
  allowance(signal: AbortSignal, longestWaitMs: number): Promise<void>;
  /** Take note of the limit that an answer states. */
  note(headers: AnswerHeaders): void;
  /** Send nothing for this many milliseconds. */
  pause(ms: number): void;
  /** From now on, run this many at once. */
  setParallel(parallel: number): void;
}

export function createRequestBudget(parallel: number): RequestBudget {
  const limit = pLimit(parallel);
  /** Requests that may be sent until `resetAt`; undefined: the source has stated no limit. */
  let left: number | undefined;
  let resetAt = 0;
  let pausedUntil = 0;

  return {
    inTurn: work => limit(work),
    async allowance(signal, longestWaitMs) {
      for (;;) {
        // A request that is never sent must not take one from the others.
        signal.throwIfAborted();
        const now = Date.now();
        if (now >= resetAt) left = undefined;
        const waitMs = Math.max(pausedUntil, left !== undefined && left <= 0 ? resetAt : 0) - now;
        if (waitMs <= 0) break;
        if (waitMs > longestWaitMs) {
          const message = `the source allows no further request for ${Math.ceil(waitMs / 1000)} s`;
          throw new SourceUnavailable(message, { retryAfterMs: waitMs });
        }
        await sleep(waitMs, undefined, { signal });
      }
      if (left !== undefined) left -= 1;
    },
    note(headers) {
      const stated = requestLimit(headers);
      if (!stated) return;
      // The source has not counted the requests that are still on their way to it.
      left = stated.remaining - Math.max(0, limit.activeCount - 1);
      resetAt = Date.now() + stated.resetMs;
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, Date.now() + ms);
    },
    setParallel(count) {
      limit.concurrency = count;
    },
  };
}
