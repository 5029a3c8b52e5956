// How many requests a source still allows, and which of the waiting requests goes first.
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { RequestLimit } from '../contract.ts';
import { SourceUnavailable } from '../transient.ts';

export interface BudgetRequest {
  /** Name of the limit that counts the request; most sources have one for all requests. */
  readonly limit: string;
  /** Whether it belongs to a change that somebody waits for. Such requests go before those of reads. */
  readonly isForChange: boolean;
  /** Whether it is sent on behalf of a request that has its turn, such as one for a token. */
  readonly isInTurn: boolean;
  readonly signal: AbortSignal;
  /** A longer wait is left to the pipeline, which retries the run later. */
  readonly longestWaitMs: number;
}

export interface RequestBudget {
  /**
   * Send when the source allows another request and fewer than `parallel` others are on their way.
   * @throws SourceUnavailable when the source allows none for longer than `longestWaitMs`; the abort reason of the signal
   */
  send<Result>(request: BudgetRequest, send: () => Promise<Result>): Promise<Result>;
  /** Take note of what the source states of a limit. */
  note(limit: string, stated: RequestLimit): void;
  /** Send nothing that this limit counts for this many milliseconds. */
  pause(limit: string, ms: number): void;
  /** From now on, send this many at once. */
  setParallel(parallel: number): void;
}

/** What a source has stated about one of its limits. */
interface LimitState {
  /** Requests that may be sent until `resetAt`; undefined: the source has stated no limit. */
  remaining: number | undefined;
  /** Requests of these that reads leave to changes. */
  reserve: number;
  resetAt: number;
  pausedUntil: number;
}

/** Reads leave this share of a limit to changes, and at most so many requests: a change takes a few. */
const reservedShare = 0.05;
const mostReserved = 30;

export function createRequestBudget(parallel: number): RequestBudget {
  const turns = new PQueue({ concurrency: parallel });
  const limits = new Map<string, LimitState>();
  const stateOf = (limit: string): LimitState => {
    const state = limits.get(limit) ?? { remaining: undefined, reserve: 0, resetAt: 0, pausedUntil: 0 };
    limits.set(limit, state);
    return state;
  };

  /** Milliseconds until the source allows a request; 0: it allows one now. */
  const waitMsOf = (state: LimitState, { isForChange }: BudgetRequest) => {
    const now = Date.now();
    if (now >= state.resetAt) state.remaining = undefined;
    const isUsedUp = state.remaining !== undefined && state.remaining <= (isForChange ? 0 : state.reserve);
    return Math.max(state.pausedUntil, isUsedUp ? state.resetAt : 0, now) - now;
  };

  async function untilAllowed(state: LimitState, request: BudgetRequest): Promise<void> {
    for (;;) {
      request.signal.throwIfAborted();
      const waitMs = waitMsOf(state, request);
      if (waitMs === 0) return;
      if (waitMs > request.longestWaitMs) {
        const message = `the source allows no further request for ${Math.ceil(waitMs / 1000)} s`;
        throw new SourceUnavailable(message, { retryAfterMs: waitMs });
      }
      await sleep(waitMs, undefined, { signal: request.signal });
    }
  }

  return {
    async send(request, send) {
      const state = stateOf(request.limit);
      for (;;) {
        await untilAllowed(state, request);
        const attempt = async () => {
          // While it waited for its turn, others may have used the limit up.
          if (waitMsOf(state, request) > 0 || request.signal.aborted) return undefined;
          if (state.remaining !== undefined) state.remaining -= 1;
          return { result: await send() };
        };
        const priority = request.isForChange ? 1 : 0;
        const sent = await (request.isInTurn ? attempt() : turns.add(attempt, { priority }));
        if (sent) return sent.result;
      }
    },
    note(limit, stated) {
      const state = stateOf(limit);
      // The source has not counted the requests that are still on their way to it.
      state.remaining = stated.remaining - Math.max(0, turns.pending - 1);
      state.reserve = Math.min(Math.floor((stated.allowed ?? 0) * reservedShare), mostReserved);
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
