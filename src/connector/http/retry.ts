// Retries a request after transient faults, with growing delays.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestLimit } from '../contract.ts';
import { isTransient, SourceUnavailable } from '../transient.ts';
import type { AnswerMeaning } from './answer.ts';
import type { BudgetRequest, RequestBudget } from './request-budget.ts';
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
  /** How the budget counts the request. */
  readonly counted: Omit<BudgetRequest, 'signal' | 'longestWaitMs'>;
  readonly signal: AbortSignal;
  /** Sends the request once. */
  send(): Promise<RawAnswer & Partial<AnswerMeaning>>;
  /** Gets the limit that each answer states. */
  noted(stated: RequestLimit | undefined): void;
}

/**
 * The first answer that is not a transient fault, or the last answer.
 * @throws SourceUnavailable when the source stays unavailable, or asks for a longer wait than the rules allow
 */
export async function withRetries(attempts: Attempts): Promise<RawAnswer> {
  const { subject, rules, budget, counted, signal, isIdempotent } = attempts;
  const { limit } = counted;
  const { longestWaitMs } = rules;
  for (let attempt = 1; ; attempt += 1) {
    let answer: (RawAnswer & Partial<AnswerMeaning>) | undefined;
    let waitMs = backOffMs(rules, attempt);
    try {
      answer = await budget.send({ ...counted, signal, longestWaitMs }, attempts.send);
      const stated = statedBy(answer);
      if (stated) budget.note(limit, stated);
      attempts.noted(stated);
      if (!isRetried(answer, isIdempotent)) return answer;
    } catch (error) {
      signal.throwIfAborted();
      // The request to the token endpoint has been retried already.
      if (error instanceof SourceUnavailable || !isTransientOrTimeout(error)) throw error;
      const tries = isTimeout(error) ? Math.min(rules.tries, triesAfterTimeout) : rules.tries;
      if (attempt >= tries || !isIdempotent) throw unavailable(subject, error);
    }
    if (answer) {
      const asked = askedWaitMs(answer);
      waitMs = asked ?? waitMs;
      // Whoever else sends requests that the limit counts waits too, instead of being refused.
      if (asked !== undefined || isRateLimited(answer)) budget.pause(limit, waitMs);
      if (attempt >= rules.tries || waitMs > longestWaitMs) {
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
function askedWaitMs({ headers, waitMs }: RawAnswer & Partial<AnswerMeaning>): number | undefined {
  const limit = requestLimit(headers);
  return retryAfterOf(headers) ?? (limit?.remaining === 0 ? limit.resetMs : undefined) ?? waitMs;
}

/** The limit that an answer states. One that refuses the request and asks to wait allows none until then. */
function statedBy(answer: RawAnswer & Partial<AnswerMeaning>): RequestLimit | undefined {
  const stated = requestLimit(answer.headers);
  const resetMs = isRateLimited(answer) ? askedWaitMs(answer) : undefined;
  return resetMs === undefined ? stated : { allowed: stated?.allowed, remaining: 0, resetMs };
}

/** Half of the delay is random (equal jitter), so that callers that failed together do not retry together. */
function backOffMs({ firstDelayMs, longestWaitMs }: RetryRules, attempt: number): number {
  return Math.min(firstDelayMs * 2 ** (attempt - 1), longestWaitMs) * (0.5 + Math.random() / 2);
}

/** How often a request is sent whose answer takes too long: each try lasts as long as the settings allow. */
const triesAfterTimeout = 2;

/** The transport ends a request whose answer takes too long. */
const isTimeout = (error: unknown) => (error as Error | undefined)?.name === 'TimeoutError';

const isTransientOrTimeout = (error: unknown) => isTransient(error) || isTimeout(error);

function unavailable(subject: string, error: unknown): SourceUnavailable {
  const { message, code } = error as NodeJS.ErrnoException;
  return new SourceUnavailable(`${subject}: ${message || code}`, { cause: error });
}
