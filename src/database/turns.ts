// The order in which callers get the one session of the embedded database. What a client waits for goes first, then the jobs.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';

const background = new AsyncLocalStorage<true>();

/** Do work for which no client waits: its statements let those of requests go first, where the database has only one session. */
export function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  return background.run(true, work);
}

/**
 * While requests come, a job waits until no request has used the session for this long: about the time that a request computes between
 * two statements.
 */
const pauseMs = 2;
/** But not longer than this, however many requests come. */
const longestPauseMs = 10;
/** Requests count as coming while the last one used the session at most this long ago. */
const recentMs = 30;

export interface Turns {
  /** Wait for a turn and work, alone. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The same, when nobody else waits any more. */
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
  /** Whether it goes ahead of requests. */
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
   * The engine computes in this thread, and syncs files in it. Without a pause before the turn of each job, requests would not be
   * received and answers not be sent until the jobs have ended.
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
    // Waiting for a promise keeps the asynchronous context of the caller. A call by the former holder would not.
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
