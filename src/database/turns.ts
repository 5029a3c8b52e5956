// The order in which callers get the one session of the embedded database. What a client waits for goes first, then the jobs.
//
// Its engine computes in the thread of the service. So a job pauses before each statement while requests come.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';

const background = new AsyncLocalStorage<true>();

/** Do work that no client waits for. Where the database has only one session, statements of requests go before those of this work. */
export function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  return background.run(true, work);
}

/**
 * While requests come, a job waits until no request has used the session for this long. A request computes about as long between two
 * statements.
 */
const pauseMs = 2;
/** A job waits no longer than this, however many requests come. */
const longestPauseMs = 10;
/** Requests count as coming while the last one used the session at most this long ago. */
const recentMs = 30;

export interface Turns {
  /** Wait for a turn, then work. Nobody else works meanwhile. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The same, but only after everybody else who waits. */
  takeLast<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const requests: (() => void)[] = [];
  const jobs: (() => void)[] = [];
  const last: (() => void)[] = [];
  let isTaken = false;
  let isPausing = false;
  /** Whether the next job may have its turn. */
  let hasPaused = false;
  /** Whether the next job goes ahead of requests, because it has waited for {@link longestPauseMs}. */
  let isOverdue = false;
  /** When a request last had the session. */
  let lastAskedMs = -Infinity;

  /** Give the next turn, if nobody has one. Jobs get theirs after a pause. */
  function proceed(): void {
    if (isTaken) return;
    if (jobs.length > 0 && !hasPaused) void pause();
    const isJobsTurn = hasPaused && (isOverdue || requests.length === 0);
    const begin = isJobsTurn ? jobs.shift() : (requests.shift() ?? (jobs.length === 0 ? last.shift() : undefined));
    if (!begin) return;
    if (isJobsTurn) hasPaused = isOverdue = false;
    isTaken = true;
    begin();
  }

  /**
   * The engine computes and syncs files in this thread. Without a pause before the turn of each job, the service would receive no
   * request and send no answer until the jobs have ended.
   */
  async function pause(): Promise<void> {
    if (isPausing) return;
    isPausing = true;
    const since = performance.now();
    const hasAsked = (ms: number) => isTaken || requests.length > 0 || performance.now() - lastAskedMs < ms;
    if (hasAsked(recentMs)) {
      do await setTimeout(pauseMs);
      while (hasAsked(pauseMs) && performance.now() - since < longestPauseMs);
    } else await setImmediate();
    isPausing = false;
    hasPaused = true;
    isOverdue = performance.now() - since >= longestPauseMs;
    proceed();
  }

  async function takeIn<Result>(line: (() => void)[], work: () => Promise<Result>): Promise<Result> {
    // Work continues here after a promise, and is not called by the former holder, so that it keeps the async context of its caller.
    await new Promise<void>(resolve => {
      line.push(resolve);
      proceed();
    });
    try {
      return await work();
    } finally {
      isTaken = false;
      proceed();
    }
  }

  return {
    take(work) {
      if (background.getStore()) return takeIn(jobs, work);
      return takeIn(requests, work).finally(() => {
        lastAskedMs = performance.now();
      });
    },
    takeLast: work => takeIn(last, work),
  };
}
