// The limits of GitHub's API (docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api).
import type { AnswerMeaning } from '../../src/connector/http/answer.ts';
import type { RawAnswer } from '../../src/connector/http/transport.ts';
import { listAt, textAt } from '../../src/connector/json-values.ts';

/** The most objects that GitHub gives in a page. */
export const listPageSize = 100;

/** A longer wait, such as that for the next hour, is left to the pipeline. */
export const longestWaitMs = 65_000;

/** What GitHub asks for when it does not say how long: at least a minute. */
const leastWaitMs = 60_000;

/** REST counts requests, and GraphQL points. */
export function limitNameOf({ url }: { readonly url: URL }): string {
  return url.pathname.endsWith('/graphql') ? 'graphql' : 'core';
}

/** A secondary limit may be stated by the message alone, and that of GraphQL comes with status 200. */
export function githubMeaningOf({ status, body }: RawAnswer): AnswerMeaning | undefined {
  if (status === 200 ? !body.includes('RATE_LIMITED') : status !== 403 && status !== 429) return undefined;
  return isLimited(status, body) ? { status: 429, waitMs: leastWaitMs } : undefined;
}

function isLimited(status: number, body: string): boolean {
  try {
    const answer: unknown = JSON.parse(body);
    if (status === 200) return listAt(answer, 'errors').some(error => textAt(error, 'type') === 'RATE_LIMITED');
    return /secondary rate limit|abuse detection/i.test(textAt(answer, 'message') ?? '');
  } catch {
    return false;
  }
}
