// How Okta words its answers: lists with Link headers, and errors with codes.
import type { Answer, Call } from '../simulator.ts';

/** @param causes further sentences about the error */
export function oktaError(
  status: number,
  errorCode: string,
  errorSummary: string,
  causes: readonly string[] = [],
): Answer {
  const errorCauses = causes.map(summary => ({ errorSummary: summary }));
  return { status, body: { errorCode, errorSummary, errorLink: errorCode, errorId: `oae${errorCode}`, errorCauses } };
}

/** @param kind as Okta names it in the message: `User`, `UserGroup`, `AppInstance` */
export const notFound = (id: string, kind: string): Answer =>
  oktaError(404, 'E0000007', `Not found: Resource not found: ${id} (${kind})`);

export const tooMany = (reset: number): Answer => ({
  ...oktaError(429, 'E0000047', 'API call exceeded rate limit due to too many requests.'),
  headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(reset) },
});

export interface Paging {
  /** Objects in a page where the request does not say. */
  readonly limit: number;
  readonly most?: number;
  /** The member of the body that has the objects; absent: the body is the list. */
  readonly member?: string;
}

/** A page of a list. The cursor is the id of the last object before the page. */
export function page(
  call: Call,
  items: readonly { readonly id?: unknown }[],
  { limit, most = limit, member }: Paging,
): Answer {
  const { searchParams } = call.url;
  const size = Math.min(Number(searchParams.get('limit') ?? limit), most);
  const after = searchParams.get('after');
  const start = after === null ? 0 : items.findIndex(({ id }) => String(id) === after) + 1;
  if (after !== null && start === 0) return oktaError(400, 'E0000029', 'Invalid paging request.', ['Invalid cursor.']);
  const shown = items.slice(start, start + size);
  const links = [linkTo(call.url, 'self', after, size)];
  if (start + size < items.length) links.push(linkTo(call.url, 'next', String(shown.at(-1)!.id), size));
  return { headers: { link: links }, body: member === undefined ? shown : { [member]: shown, _links: {} } };
}

function linkTo(url: URL, relation: string, after: string | null, limit: number): string {
  const target = new URL(url);
  target.searchParams.set('limit', String(limit));
  target.searchParams.delete('after');
  if (after !== null) target.searchParams.set('after', after);
  return `<${target.href}>; rel="${relation}"`;
}

/** `status eq "ACTIVE"`, `lastUpdated gt "…"`, `eventType eq "…" or …`: all that the connector and the recordings use. */
export function matches(item: Readonly<Record<string, unknown>>, filter: string | null): boolean {
  if (filter === null) return true;
  return filter.split(/ or /i).some(part => {
    const found = /^\s*([\w.]+) (eq|gt|lt|sw) "([^"]*)"\s*$/.exec(part);
    if (!found) return false;
    const [, name, operator, value] = found as unknown as [string, string, string, string];
    const own = String(item[name] ?? '');
    if (operator === 'sw') return own.startsWith(value);
    if (operator === 'eq') return own === value;
    return operator === 'gt' ? Date.parse(own) > Date.parse(value) : Date.parse(own) < Date.parse(value);
  });
}
