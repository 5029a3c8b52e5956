// Uses a fallback, without waiting, while Redis is unavailable, and reports the outage once.
import { within } from '../time-limit.ts';

export interface OutageOptions {
  /** Called when Redis stops answering; once per outage. */
  readonly onOutage: (error: Error) => void;
  /** Time limit for an answer. A healthy Redis answers within a millisecond. Default: 250 */
  readonly answerMs?: number | undefined;
}

/** Interval of attempts during an outage. */
const retryMs = 1000;

/** Asks Redis. Calls the fallback `instead` when Redis fails or is too slow, or was so less than `retryMs` ago. */
export function createOutageSwitch({ onOutage, answerMs = 250 }: OutageOptions) {
  let isUnavailable = false;
  let tryAt = 0;

  return async function orElse<Result>(
    ask: () => Promise<Result>,
    instead: () => Result | Promise<Result>,
  ): Promise<Result> {
    if (isUnavailable) {
      if (performance.now() < tryAt) return instead();
      // This call tries Redis again. Concurrent calls use the fallback.
      tryAt = performance.now() + retryMs;
    }
    try {
      const answer = await within(answerMs, ask());
      isUnavailable = false;
      return answer;
    } catch (error) {
      tryAt = performance.now() + retryMs;
      if (!isUnavailable) onOutage(error instanceof Error ? error : new Error(String(error)));
      isUnavailable = true;
      return instead();
    }
  };
}
