// How GitHub words its answers: pages with Link headers, entity tags, errors.
import { createHash } from 'node:crypto';
import type { Answer, Call } from '../simulator.ts';

export const githubError = (status: number, message: string, headers: Record<string, string> = {}): Answer => ({
  ...{ status, headers, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } },
});

export const notFound = githubError(404, 'Not Found');

/** What an app or a fine-grained token without a permission gets. */
export const notAccessible = githubError(403, 'Resource not accessible by integration');

/** @param reset seconds since 1970 */
export const limitReached = (reset: number): Answer =>
  githubError(403, 'API rate limit exceeded for user ID 1.', {
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(reset),
  });

export const secondaryLimit = (headers: Record<string, string> = {}): Answer =>
  githubError(
    403,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    headers,
  );

/** A page of a list. @param member the member of the body that has the objects; absent: the body is the list */
export function page(call: Call, items: readonly unknown[], member?: string): Answer {
  const { searchParams } = call.url;
  const size = Math.min(Number(searchParams.get('per_page') ?? 30) || 30, 100);
  const number = Number(searchParams.get('page') ?? 1) || 1;
  const ofPage = items.slice((number - 1) * size, number * size);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (relation: string, to: number) => {
    const url = new URL(call.url);
    url.searchParams.set('page', String(to));
    return `<${url.href}>; rel="${relation}"`;
  };
  const links = [
    ...(number > 1 ? [link('prev', number - 1), link('first', 1)] : []),
    ...(number < last ? [link('next', number + 1), link('last', last)] : []),
  ];
  return tagged(call, {
    ...(links.length > 0 && { headers: { link: links.join(', ') } }),
    body: member === undefined ? ofPage : { total_count: items.length, [member]: ofPage },
  });
}

/** With an entity tag, which also depends on the token; 304 where the caller has this form already. */
export function tagged(call: Call, answer: Answer): Answer {
  const content = JSON.stringify([answer.body, call.headers.authorization]);
  const etag = `W/"${createHash('sha256').update(content).digest('hex')}"`;
  if (call.headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
}
