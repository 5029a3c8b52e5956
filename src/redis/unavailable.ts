// What to do while Redis is away: something else, at once, and say so once.

export interface OutageOptions {
  /** Told when Redis stops answering; once, until it answered again. */
  readonly onOutage: (error: Error) => void;
}

/** A healthy Redis answers within a millisecond; a request must not wait longer for one that is not. */
const answerMs = 250;
/** How often Redis is tried while it is away. */
const retryMs = 1000;

/** Asks Redis, or does the other thing when Redis fails, does not answer in time, or did not a moment ago. */
export function createOutageSwitch({ onOutage }: OutageOptions) {
  let isUnavailable = false;
  let tryAt = 0;

  return async function orElse<Result>(
    ask: () => Promise<Result>,
    instead: () => Result | Promise<Result>,
  ): Promise<Result> {
    if (isUnavailable) {
      if (performance.now() < tryAt) return instead();
      // This one tries; those beside it do not.
      tryAt = performance.now() + retryMs;
    }
    try {
      const answer = await inTime(ask());
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

function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`Redis did not answer within ${answerMs} ms`));
    // When this process was busy for as long, the answer may lie in its socket: it is looked for before giving up.
    const timer = setTimeout(() => setImmediate(late), answerMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
