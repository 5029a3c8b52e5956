// How Google words its answers.
import type { Answer, Call } from '../simulator.ts';

/** developers.google.com/workspace/admin/directory/v1/guides/troubleshoot-error-codes */
export const googleError = (code: number, reason: string, message: string): Answer => ({
  ...{ status: code, body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } } },
});

export const notFound = (what: string) => googleError(404, 'notFound', `Resource Not Found: ${what}`);

/** @param kind of the list, as `admin#directory#users` @param most objects in a page, where the request does not say */
export function page(call: Call, kind: string, member: string, items: readonly unknown[], most = 100): Answer {
  const { searchParams } = call.url;
  const start = Number(searchParams.get('pageToken') ?? 0);
  if (Number.isNaN(start)) return googleError(400, 'invalid', 'Invalid Input: pageToken');
  const size = Number(searchParams.get('maxResults') ?? most);
  const shown = items.slice(start, start + size);
  const next = start + size < items.length ? { nextPageToken: String(start + size) } : {};
  // An empty list has no member.
  return { body: { kind, etag: '"e"', ...(shown.length > 0 && { [member]: shown }), ...next } };
}
