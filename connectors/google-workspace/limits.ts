// The limits of Google's APIs (developers.google.com/workspace/admin/directory/v1/limits).
import type { AnswerMeaning } from '../../src/connector/http/answer.ts';
import type { RawAnswer } from '../../src/connector/http/transport.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';

/** Objects that are asked for at once: the most that each list gives. */
export const pageSizes = { users: 500, groups: 200, members: 200, roles: 100, assignments: 200, devices: 100 };

/** Quotas are counted by the minute. */
export const longestWaitMs = 65_000;

const reasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded']);
/** Google asks to begin with a second and to wait longer each time; this leaves the quota of the minute some room. */
const pauseMs = 2000;

/** Google refuses with 403 and a reason when a quota is used up. The quota of a day does not end in a minute. */
export function googleMeaningOf({ status, body }: RawAnswer): AnswerMeaning | undefined {
  if (status !== 403) return undefined;
  try {
    const [first] = valueAt(JSON.parse(body), 'error', 'errors') as unknown[];
    return reasons.has(textAt(first, 'reason') ?? '') ? { status: 429, waitMs: pauseMs } : undefined;
  } catch {
    return undefined;
  }
}
