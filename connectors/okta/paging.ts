// Okta's lists: the next page is the one that the Link header names.
import type { Gap } from '../../src/connector/contract.ts';
import { nextFromBody, nextFromLinkHeader } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { valueAt } from '../../src/connector/json-values.ts';
import type { OktaClient } from './client.ts';

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

/** @param from address of the page to begin with; undefined: the first one */
export const oktaPages = (client: OktaClient, list: List, from?: string): AsyncGenerator<PageOfList> =>
  pagesOfList(client.http, sourceList(list), from);

/** All items of a list that is short, with its gaps. */
export const wholeOktaList = (client: OktaClient, list: List): Promise<{ items: unknown[]; gaps: Gap[] }> =>
  wholeList(client.http, sourceList(list));

function sourceList({ url, query, scope, member, single, absent }: List): SourceList {
  return {
    name: url,
    request: from => (from === undefined ? { url, ...(query && { query }) } : { url: from }),
    items(body) {
      if (single) return [body];
      const items = member === undefined ? body : valueAt(body, member);
      return Array.isArray(items) ? items : undefined;
    },
    // Lists below `/api/v1/iam` name the next page in the body.
    next({ headers, body, url: asked }) {
      if (single) return undefined;
      return onThisHost(nextFromLinkHeader(headers['link'], asked) ?? nextFromBody(body, ['_links', 'next', 'href']));
    },
    remedy: `grant the scope ${scope}`,
    ...(absent && { absent }),
  };
}

/**
 * Links may name another host of the organisation: that of the admin console, or a domain of its own. The path is the same on each.
 * @returns path and query
 */
function onThisHost(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, 'https://okta.invalid');
  return `${pathname}${search}`;
}
