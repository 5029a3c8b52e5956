// Repeats requests that the service refused with 429, after the delay that the service asks for and for ten minutes at most.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** The members of a response that are used here. Undici's responses have them. */
export interface RetriableAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Discards a body that is not read. */
  readonly body: { dump(): Promise<void> };
}

/** The longest total wait of one request, in milliseconds. */
export const mostPatienceMs = 10 * 60_000;
const shortestPauseMs = 100;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** A wait is reported at once, and then at most this often. */
const reportEveryMs = 10_000;

/**
 * Makes requests for one command. A request is repeated until its status is not 429, or until the requested delay exceeds the
 * remaining time of {@link mostPatienceMs}. Returns the last answer.
 */
export type Patience = <Response extends RetriableAnswer>(
  ask: () => Promise<Response>,
  signal?: AbortSignal,
) => Promise<Response>;

export function createPatience(
  report: (text: string) => void = text => void process.stderr.write(`${text}\n`),
): Patience {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return async (ask, signal) => {
    let patienceMs = mostPatienceMs;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask();
      if (answer.statusCode !== 429) return answer;
      const pauseMs =
        retryAfterMs(answer.headers['retry-after']) ?? Math.min(firstPauseMs * 2 ** attempt, longestPauseMs);
      if (pauseMs > patienceMs) return answer;
      await answer.body.dump();
      if (performance.now() - reportedAt >= reportEveryMs) {
        report(`too many requests (429): waiting ${Math.ceil(pauseMs / 1000)} s, as the service asks`);
        reportedAt = performance.now();
      }
      await pause(pauseMs, undefined, { signal });
      patienceMs -= pauseMs;
    }
  };
}

/**
 * The delay that a `Retry-After` header requests (RFC 9110, section 10.2.3: seconds, or a date), in milliseconds; undefined
 * without a valid header.
 */
export function retryAfterMs(header: string | string[] | undefined, nowMs = Date.now()): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(asked) ? undefined : Math.max(asked, shortestPauseMs);
}
