// Reads Okta's lists page by page: the next page is the one that the Link header names.
import type { Gap } from '../../src/connector/contract.ts';
import { gapOf, HttpError } from '../../src/connector/http/http-error.ts';
import { nextFromLinkHeader } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import type { OktaClient } from './client.ts';
import { at } from './records/values.ts';

export interface List {
  /** Relative to the address of the organisation. */
  readonly url: string;
  readonly query?: HttpRequest['query'];
  /** The scope that the list needs, for messages. */
  readonly scope: string;
  /** The member of the body that has the items; absent: the body is the list. */
  readonly member?: string;
  /** The body is one object, and not a list of them. */
  readonly single?: boolean;
  /** Statuses that say that the organisation does not have what is listed: an empty list. */
  readonly absent?: readonly number[];
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** The request, for messages. */
  readonly subject: string;
  /** Address of the next page; undefined: this was the last one. */
  readonly next: string | undefined;
  readonly gaps: readonly Gap[];
}

/**
 * The pages of a list. A page that cannot be read is a gap with missing objects, and the last one.
 * @param from address of the page to begin with; undefined: the first one
 */
export async function* listPages(client: OktaClient, list: List, from?: string): AsyncGenerator<ListPage> {
  const seen = new Set<string>();
  let request: HttpRequest =
    from === undefined ? { url: list.url, ...(list.query && { query: list.query }) } : { url: from };
  for (;;) {
    const page = await readPage(client, list, request);
    yield page;
    if (page.next === undefined) return;
    if (seen.has(page.next)) {
      yield { items: [], subject: page.subject, next: undefined, gaps: [repeated(page.subject)] };
      return;
    }
    seen.add(page.next);
    request = { url: page.next };
  }
}

/** All items of a list that is short, with its gaps. */
export async function wholeList(client: OktaClient, list: List): Promise<{ items: unknown[]; gaps: Gap[] }> {
  const items: unknown[] = [];
  const gaps: Gap[] = [];
  for await (const page of listPages(client, list)) {
    items.push(...page.items);
    gaps.push(...page.gaps);
  }
  return { items, gaps };
}

async function readPage(client: OktaClient, list: List, request: HttpRequest): Promise<ListPage> {
  try {
    const answer = await client.http.send({ ...request, ...(list.absent && { accepts: list.absent }) });
    const { subject, headers, body, status } = answer;
    if (list.absent?.includes(status)) return { items: [], subject, next: undefined, gaps: [] };
    if (list.single) return { items: [body], subject, next: undefined, gaps: [] };
    const items = list.member === undefined ? body : at(body, list.member);
    if (!Array.isArray(items))
      throw new HttpError(subject, `the answer is no list${list.member === undefined ? '' : ` in ${list.member}`}`);
    const next = onThisHost(nextFromLinkHeader(headers['link'], answer.url) ?? nextOfBody(body));
    return { items, subject, next, gaps: [] };
  } catch (error) {
    return { items: [], subject: list.url, next: undefined, gaps: [gapOfList(error, list)] };
  }
}

/** Lists below `/api/v1/iam` name the next page in the body. */
const nextOfBody = (body: unknown) => {
  const href = at(body, '_links', 'next', 'href');
  return typeof href === 'string' ? href : undefined;
};

/**
 * Links may name another host of the organisation: that of the admin console, or a domain of its own. The path is the same on each.
 * @returns path and query
 */
function onThisHost(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, 'https://okta.invalid');
  return `${pathname}${search}`;
}

/** The gap that a failed list leaves, with the scope to grant. @throws the error itself when it is not one of the answer */
function gapOfList(error: unknown, { scope }: Pick<List, 'scope'>): Gap {
  const gap = gapOf(error, 'objects');
  if (gap.reason === 'forbidden') return { ...gap, message: `${gap.message}; grant the scope ${scope}` };
  // Each list exists in every organisation, so a missing one must not make its objects count as gone.
  return { ...gap, reason: 'failed' };
}

function repeated(subject: string): Gap {
  const message = 'the answer names a page as the next one that was read before, so the list may have more objects';
  return { reason: 'failed', subject, message, missing: 'objects' };
}
