// Retries a request after transient faults, with growing delays.
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient, SourceUnavailable } from '../transient.ts';
import type { RequestBudget } from './request-budget.ts';
import type { RawAnswer } from './transport.ts';
import { requestLimit, retryAfterOf } from './waits.ts';

export interface RetryRules {
  /** How often a request is sent at most. */
  readonly tries: number;
  /** Delay after the first fault, in milliseconds; it doubles with each further one. */
  readonly firstDelayMs: number;
  /** A longer delay is left to the pipeline, which retries the run later. */
  readonly longestWaitMs: number;
}

export const defaultRetryRules: RetryRules = { tries: 4, firstDelayMs: 250, longestWaitMs: 20_000 };

/** Transient: overload, and what gateways answer for an unavailable server. When they stay, the run is retried later. */
const statusesOfUnavailability = new Set([408, 429, 502, 503, 504]);
/** These may be transient too. When they stay, the fault lies in what was requested, and other requests may work. */
const statusesWorthRetrying = new Set([...statusesOfUnavailability, 500, 520, 521, 522, 523, 524]);

export interface Attempts {
  readonly subject: string;
  readonly isIdempotent: boolean;
  readonly rules: RetryRules;
  readonly budget: RequestBudget;
  /** Name of the limit of the source that counts the request. */
  readonly limit: string;
  readonly signal: AbortSignal;
  /** Sends the request once. */
  send(): Promise<RawAnswer>;
}

/**
 * The first answer that is not a transient fault, or the last answer.
 * @throws SourceUnavailable when the source stays unavailable, or asks for a longer wait than the rules allow
 */
export async function withRetries(attempts: Attempts): Promise<RawAnswer> {
  const { subject, rules, budget, limit, signal, isIdempotent } = attempts;
  for (let attempt = 1; ; attempt += 1) {
    await budget.allowance(limit, signal, rules.longestWaitMs);
    let answer: RawAnswer | undefined;
    let waitMs = backOffMs(rules, attempt);
    try {
      answer = await attempts.send();
      budget.note(limit, answer.headers);
      if (!isRetried(answer, isIdempotent)) return answer;
    } catch (error) {
      signal.throwIfAborted();
      // The request to the token endpoint has been retried already.
      if (error instanceof SourceUnavailable || !isTransientOrTimeout(error)) throw error;
      const tries = isTimeout(error) ? Math.min(rules.tries, triesInTime) : rules.tries;
      if (attempt >= tries || !isIdempotent) throw unavailable(subject, error);
    }
    if (answer) {
      const asked = askedWaitMs(answer);
      waitMs = asked ?? waitMs;
      // Whoever else sends requests that the limit counts waits too, instead of being refused.
      if (asked !== undefined || isRateLimited(answer)) budget.pause(limit, waitMs);
      if (attempt >= rules.tries || waitMs > rules.longestWaitMs) {
        if (!isUnavailability(answer)) return answer;
        throw new SourceUnavailable(
          `${subject}: the source answers ${answer.status}${asked === undefined ? '' : `, and asks to wait for ${Math.ceil(asked / 1000)} s`}`,
          asked === undefined ? {} : { retryAfterMs: asked },
        );
      }
    }
    await sleep(waitMs, undefined, { signal });
  }
}

/** A source that refuses a request because of its rate limit has not carried it out, so any such request may be sent again. */
function isRetried(answer: RawAnswer, isIdempotent: boolean): boolean {
  return isRateLimited(answer) || (isIdempotent && statusesWorthRetrying.has(answer.status));
}

const isUnavailability = (answer: RawAnswer) => isRateLimited(answer) || statusesOfUnavailability.has(answer.status);

/** GitHub answers 403 for both of its limits, with Retry-After or with no request left. */
function isRateLimited({ status, headers }: RawAnswer): boolean {
  if (status === 429) return true;
  return status === 403 && (headers['retry-after'] !== undefined || requestLimit(headers)?.remaining === 0);
}

/** The wait that an answer asks for; the reset time only counts when it says that no request is left. */
function askedWaitMs({ headers }: RawAnswer): number | undefined {
  const limit = requestLimit(headers);
  return retryAfterOf(headers) ?? (limit?.remaining === 0 ? limit.resetMs : undefined);
}

/** Half of the delay is random (equal jitter), so that callers that failed together do not retry together. */
function backOffMs({ firstDelayMs, longestWaitMs }: RetryRules, attempt: number): number {
  return Math.min(firstDelayMs * 2 ** (attempt - 1), longestWaitMs) * (0.5 + Math.random() / 2);
}

/** How often a request is sent whose answer takes too long: each try lasts as long as the settings allow. */
const triesInTime = 2;

/** The transport ends a request whose answer takes too long. */
const isTimeout = (error: unknown) => (error as Error | undefined)?.name === 'TimeoutError';

const isTransientOrTimeout = (error: unknown) => isTransient(error) || isTimeout(error);

function unavailable(subject: string, error: unknown): SourceUnavailable {
  const { message, code } = error as NodeJS.ErrnoException;
  return new SourceUnavailable(`${subject}: ${message || code}`, { cause: error });
}
