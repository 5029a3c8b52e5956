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
   * @param limit name of the limit that counts the request; most sources have one for all requests
   * @param longestWaitMs a longer wait is left to the pipeline, which retries the run later
   * @throws SourceUnavailable when that takes too long; the reason of the signal
   */
  allowance(limit: string, signal: AbortSignal, longestWaitMs: number): Promise<void>;
  /** Take note of the limit that an answer states. */
  note(limit: string, headers: AnswerHeaders): void;
  /** Send nothing that this limit counts for this many milliseconds. */
  pause(limit: string, ms: number): void;
  /** From now on, run this many at once. */
  setParallel(parallel: number): void;
}

/** What a source has stated about one of its limits. */
interface LimitState {
  /** Requests that may be sent until `resetAt`; undefined: the source has stated no limit. */
  left: number | undefined;
  resetAt: number;
  pausedUntil: number;
}

export function createRequestBudget(parallel: number): RequestBudget {
  const turns = pLimit(parallel);
  const limits = new Map<string, LimitState>();
  const stateOf = (limit: string): LimitState => {
    const state = limits.get(limit) ?? { left: undefined, resetAt: 0, pausedUntil: 0 };
    limits.set(limit, state);
    return state;
  };

  return {
    inTurn: work => turns(work),
    async allowance(limit, signal, longestWaitMs) {
      const state = stateOf(limit);
      for (;;) {
        // A request that is never sent must not take one from the others.
        signal.throwIfAborted();
        const now = Date.now();
        if (now >= state.resetAt) state.left = undefined;
        const waitMs =
          Math.max(state.pausedUntil, state.left !== undefined && state.left <= 0 ? state.resetAt : 0) - now;
        if (waitMs <= 0) break;
        if (waitMs > longestWaitMs) {
          const message = `the source allows no further request for ${Math.ceil(waitMs / 1000)} s`;
          throw new SourceUnavailable(message, { retryAfterMs: waitMs });
        }
        await sleep(waitMs, undefined, { signal });
      }
      if (state.left !== undefined) state.left -= 1;
    },
    note(limit, headers) {
      const stated = requestLimit(headers);
      if (!stated) return;
      const state = stateOf(limit);
      // The source has not counted the requests that are still on their way to it.
      state.left = stated.remaining - Math.max(0, turns.activeCount - 1);
      state.resetAt = Date.now() + stated.resetMs;
    },
    pause(limit, ms) {
      const state = stateOf(limit);
      state.pausedUntil = Math.max(state.pausedUntil, Date.now() + ms);
    },
    setParallel(count) {
      turns.concurrency = count;
    },
  };
}
